import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunningService } from '../../service/service.ts';
import type { RunningCli } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, startIn } from '../home.ts';

const MIB = 1_048_576;
const SIZE = 40 * MIB;
/** It takes twenty seconds, and every ten of them what came is noted. */
const A_SECOND = 2 * MIB;

let home: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
});

afterEach(() => closeHome({ home, service }));

it('costs a download no more than its last ten seconds to be killed', async () => {
  const content = Buffer.alloc(SIZE, 'not the same in each of its parts, ');
  service.store.addFile(SITE, { name: 'tower.ifc', category: 'bim-source', content });
  service.switches.set({ downloadBytesPerSecond: A_SECOND });
  const running = sync();
  const parts = join(home, 'root', 'Harbour House', '.sitesync', 'tmp');
  const isNoted = async (): Promise<boolean> =>
    (await readdir(parts).catch(() => [])).some((name) => name.endsWith('.part.json'));
  await expect.poll(isNoted, { timeout: 30_000 }).toBe(true);
  running.child.kill('SIGKILL');
  await running.ended;
  service.switches.set({ downloadBytesPerSecond: 0 });
  const { status, stdout } = await sync().ended;
  const report = JSON.parse(stdout) as { readonly bytesDown: number };
  expect([status, report]).toMatchObject([0, { state: 'in-sync' }]);
  expect(report.bytesDown).toBeLessThan(SIZE - 8 * MIB);
  const here = await readFile(join(home, 'root', 'Harbour House', 'BIM Source File', 'tower.ifc'));
  expect(here.equals(content)).toBe(true);
  expect(await readdir(parts)).toEqual([]);
}, 60_000);

function sync(): RunningCli {
  const args = ['sync', '--once', '--root', join(home, 'root'), '--site', SITE, '--json'];
  return startIn({ home, service }, args);
}
