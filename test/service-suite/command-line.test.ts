import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSetting } from '../service/switches/parse-setting.ts';
import { temporaryFolder } from './harness.ts';

const CLI = join(import.meta.dirname, '..', 'service', 'cli.ts');

function run(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function textOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const take = (chunk: Buffer) => {
      text += chunk.toString();
      if (pattern.test(text)) resolve(text);
    };
    child.stdout!.on('data', take);
    child.stderr!.on('data', take);
    child.once('exit', () => reject(new Error(`Ended without ${String(pattern)}: ${text}`)));
  });
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

describe('command line', () => {
  it('serves with the given token, switches and failures, and ends on SIGTERM', async () => {
    const child = run(
      `--data=${temporaryFolder()}`,
      '--token=secret',
      '--set=maxPageSize=7',
      '--fault={"match":{"pathPrefix":"/api/v1/files/"},"action":{"status":500}}',
    );
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await textOf(child, /end: /))![0];
    const headers = { authorization: 'Bearer secret' };
    const statuses = [
      await fetch(`${url}/api/v1/files/`, { headers }),
      await fetch(`${url}/api/v1/files/`, { headers }),
    ];
    expect(statuses.map((response) => response.status)).toEqual([500, 200]);
    const exit = exitOf(child);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  it('explains itself and refuses what it does not know', async () => {
    expect(await textOf(run('--help'), /retryAfterForm/)).toContain('--data DIR');
    const refused = run('--data', temporaryFolder(), '--set', 'colour=red');
    const exit = exitOf(refused);
    expect(await textOf(refused, /\n/)).toContain('There is no switch "colour".');
    expect(await exit).toBe(2);
  });

  it.each([
    [[], '--data is missing. It takes a folder'],
    [['--data'], "'--data <value>' argument missing. --help says what each option takes."],
    [
      ['--data=x', '--port=front'],
      '--port cannot be "front". It takes a number from 0 to 65535: --port 8080',
    ],
    [['--data=x', '--fault={'], '--fault is no JSON: {'],
    [['--data=x', '--set=colour=red'], '--set colour=red: There is no switch "colour".'],
    [['--nope'], "Unknown option '--nope'"],
  ])('names what was mistyped in %j, and makes nothing', async (args, words) => {
    const refused = run(...args);
    const exit = exitOf(refused);
    expect(await textOf(refused, /\n/)).toContain(words);
    expect(await exit).toBe(2);
    expect(existsSync('x')).toBe(false);
  });
});

describe('a switch as text', () => {
  it.each([
    ['maintenance', { maintenance: true }],
    ['nextForm=null', { nextForm: 'null' }],
    ['createStatus=202', { createStatus: 202 }],
    ['latencyMs=20', { latencyMs: 20 }],
    ['refusedExtensions=.exe,.bat', { refusedExtensions: ['.exe', '.bat'] }],
    ['hugeSizes=["a"]', { hugeSizes: ['a'] }],
    ['failNext={"action":"hang"}', { failNext: [{ action: 'hang' }] }],
  ])('reads %s', (text, settings) => {
    expect(parseSetting(text)).toEqual({ ok: true, settings });
  });

  it.each(['latencyMs=-1', 'latencyMs=fast', 'createStatus=404', 'nextForm=sideways', 'maintenance=2'])(
    'refuses %s',
    (text) => {
      expect(parseSetting(text)).toMatchObject({ ok: false });
    },
  );
});
