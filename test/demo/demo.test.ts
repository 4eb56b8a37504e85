import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEFAULT_TOKEN } from '../service/service.ts';
import { served } from './served.ts';

/** "Under a minute" on a machine that has nothing else to do; here it may be busy. */
const PATIENCE = 120_000;

let scratch: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'sitesync-demo-test-'));
});

afterEach(() => rmSync(scratch, { recursive: true, force: true }));

async function demo(option = '--once'): Promise<{ readonly status: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts'), option], {
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
      /Kept both: Other\/Site access & keys\.txt {2}\(Changed here and there\)/,
    ])
      expect(said).toMatch(line);
    expect(readdirSync(scratch).filter((name) => name.startsWith('sitesync-demo-'))).toEqual([]);
  },
  PATIENCE,
);

it('says what it takes', async () => {
  const { status, said } = await demo('--help');
  expect([status, said.split('\n').length]).toEqual([0, 2]);
  expect(said).toContain('npm run demo -- --once');
});

it('names the option that it does not take', async () => {
  const { status, said } = await demo('--twice');
  expect([status, said.split('\n').length]).toEqual([2, 3]);
  expect(said).toContain("Unknown option '--twice'");
  expect(said).toContain('npm run demo -- --once');
});

it(
  'ends by serving the app on what it has done, until it is stopped',
  async () => {
    const { said, address, stop } = await served(scratch);
    expect(said).toMatch(
      new RegExp(`You are signed in\\. .*the address http://127.0.0.1:\\d+ and the token ${DEFAULT_TOKEN}`),
    );
    const page = await fetch(address);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const sites = /folders of the sites are in (.*)\n/.exec(said)![1]!;
    expect(existsSync(join(sites, 'Rijnhaven Tower', '.sitesync'))).toBe(true);
    expect([await stop(), existsSync(sites)]).toEqual([0, false]);
  },
  PATIENCE,
);
