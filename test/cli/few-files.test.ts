import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../service/service.ts';
import { CLI, SHARED_CACHE, type Ran } from '../support/command-line.ts';
import { SITE } from '../support/laptop.ts';
import { closeHome, openHome, signedIn } from './home.ts';

let home: string;
let service: RunningService;

beforeAll(async () => {
  ({ home, service } = await openHome());
});

afterAll(() => closeHome({ home, service }));

/** The command line in a process that may have so many files open. */
function runWith(files: number, args: readonly string[]): Promise<Ran> {
  const shell = ['-c', 'ulimit -n "$0" && exec "$@"', String(files), process.execPath, CLI, ...args];
  const child = spawn('sh', shell, {
    env: { PATH: process.env['PATH'], ...SHARED_CACHE, ...signedIn({ home, service }) },
    timeout: 85_000,
  });
  child.stdin.end();
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => (said[stream] += String(chunk)));
  return new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, ...said }));
  });
}

// Windows has no such limit.
describe.skipIf(process.platform === 'win32')('where the system lets it open few files', () => {
  // A process that only begins holds some twenty; how many come with what is done is not ours to say.
  it.each([28, 34, 40, 46])('a sync ends in words: %i', async (files) => {
    const folders = ['--data', join(home, `data ${files}`), '--root', join(home, `root ${files}`)];
    const ran = await runWith(files, ['sync', '--once', '--site', SITE, ...folders]);
    expect(ran.stderr).not.toMatch(/^ +at /m);
    const said = ran.stdout + ran.stderr;
    if (ran.status === 0) expect(said).toContain('in step');
    else
      expect([ran.status, said]).toEqual([expect.any(Number), expect.stringContaining('open no more files')]);
    expect(said).not.toContain('database cannot be read');
  });

  it('an object says so with --json', async () => {
    const folders = ['--data', join(home, 'data'), '--root', join(home, 'root')];
    const ran = await runWith(28, ['sync', '--once', '--site', SITE, '--json', ...folders]);
    // Of the site or of the whole command, by where the last one was opened.
    const object: unknown = JSON.parse(ran.stdout);
    expect([ran.status, JSON.stringify(object)]).toEqual([1, expect.stringContaining('ulimit')]);
  });
});
