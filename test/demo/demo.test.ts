import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** "Under a minute" on a machine that has nothing else to do; here it may be busy. */
const PATIENCE = 120_000;

let scratch: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'sitesync-demo-test-'));
});

afterEach(() => rmSync(scratch, { recursive: true, force: true }));

async function demo(): Promise<{ readonly status: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts'), '--once'], {
    env: { PATH: process.env['PATH'], HOME: scratch, TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, said };
}

it(
  'shows two sites going offline, changes on both sides, and a second sync without a write',
  async () => {
    const { status, said } = await demo();
    expect([status, said]).toEqual([0, expect.stringContaining('requests that write: 0, downloads: 0')]);
    for (const line of [
      /Signed in/,
      /Uploaded: Site visit .*\/findings\.txt {2}\(New here\)/,
      /Updated on the service: KG CSV Datamodel\/.*\(Changed here\)/,
      /Updated on the service: Maintenance Document\/Reviewed .*\(Renamed here\)/,
      /Downloaded: .*\(Newer on the service\)/,
      /Moved to the trash of this computer: .*\(Deleted on the service\)/,
    ])
      expect(said).toMatch(line);
    expect(readdirSync(scratch).filter((name) => name.startsWith('sitesync-demo-'))).toEqual([]);
  },
  PATIENCE,
);
