import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmallDisk, whyNoExt4 } from '../../support/faults/bad-disk.ts';
import type { RunningService } from '../../service/service.ts';
import type { Ran } from '../../support/command-line.ts';
import { SITE } from '../../support/laptop.ts';
import { closeHome, openHome, startIn } from '../home.ts';

const noDisk = whyNoExt4();

let home: string;
let service: RunningService;

beforeEach(async () => {
  ({ home, service } = await openHome());
});

afterEach(() => closeHome({ home, service }));

function run(...args: readonly string[]): Promise<Ran> {
  return startIn({ home, service }, args).ended;
}

describe.skipIf(noDisk !== null)(
  `a sync that a full disk of the database ends${noDisk === null ? '' : ` (skipped: ${noDisk})`}`,
  () => {
    let disk: SmallDisk;

    beforeEach(async () => {
      disk = await SmallDisk.ext4At(join(home, 'data'), '16m');
    });

    afterEach(() => disk.unmount());

    it('is told of until another one came to its end', async () => {
      expect((await run('sync', '--root', join(home, 'root'), '--site', SITE)).status).toBe(0);
      // Enough to open the database.
      await disk.fill(300 * 1024);
      const other = join(home, 'root', 'Harbour House', 'Other');
      await mkdir(other, { recursive: true });
      await Promise.all(
        Array.from({ length: 3000 }, (_, n) => writeFile(join(other, `${n}${'x'.repeat(150)}.txt`), '')),
      );
      expect(await run('sync')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('The disk that holds SiteSync’s database is full.') as string,
      });
      // What is known can be said again, and looks as if all was in step.
      await disk.empty();
      for (const command of ['status', 'problems'])
        expect(await run(command, '--quiet')).toMatchObject({
          status: 1,
          stderr: expect.stringMatching(
            /Since \d{4}-\d\d-\d\d \d\d:\d\d: The last sync was cut short/,
          ) as string,
        });
      const { stop, state } = JSON.parse((await run('status', '--json')).stdout) as Record<string, unknown>;
      expect([state, stop]).toMatchObject(['problems', { kind: 'disk-full' }]);
      await rm(other, { recursive: true });
      await run('sync');
      expect((await run('status')).stdout).not.toContain('cut short');
    });
  },
);
