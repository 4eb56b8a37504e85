import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const JUDGE = join(import.meta.dirname, '..', '..', '.ci', 'judge.mjs');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-judge-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Test = readonly [fullName: string, status: string, failureMessages?: readonly string[]];

function judge(
  tests: readonly Test[],
  otherStatus = '0',
  fileStatus = tests.some(([, status]) => status === 'failed') ? 'failed' : 'passed',
): { status: number | null; lines: string[] } {
  const assertionResults = tests.map(([fullName, status, failureMessages]) => ({
    fullName,
    status,
    failureMessages,
  }));
  const report = { testResults: [{ name: 'a.test.ts', status: fileStatus, message: '', assertionResults }] };
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  const { status, stdout } = spawnSync(process.execPath, [JUDGE, file, otherStatus], { encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
}

const good: Test = ['the plan converges', 'passed'];

it('passes what passed, unless something else did not', () => {
  expect(judge([good])).toEqual({ status: 0, lines: ['1 passed, 0 failed'] });
  expect(judge([good], '3').status).toBe(3);
  expect(judge([good, ['another', 'failed']])).toEqual({ status: 1, lines: ['1 passed, 1 failed'] });
  expect(judge([]).status).toBe(1);
});

it('names what passed after a failed try', () => {
  const late: Test = [
    'the mirror is quick',
    'passed',
    ['Error: 89 is not below 50\n    at line 1', 'Error: more'],
  ];
  expect(judge([good, late])).toEqual({
    status: 0,
    lines: [
      'Passed after a failed try: the mirror is quick (Error: 89 is not below 50)',
      '2 passed, 0 failed',
    ],
  });
});

it('counts a file that went wrong outside of its tests', () => {
  expect(judge([good], '0', 'failed')).toEqual({
    status: 1,
    lines: ['Failed outside of its tests: a.test.ts (it did not end)', '1 passed, 1 failed'],
  });
  expect(judge([good, ['another', 'failed']], '0', 'failed').lines).toEqual(['1 passed, 1 failed']);
});

it('takes a skipped test for a failure, whatever the runner calls it', () => {
  for (const status of ['skipped', 'pending', 'todo']) {
    const { status: code, lines } = judge([good, ['the keychain keeps a token', status]]);
    expect([code, lines[0]]).toEqual([
      1,
      'Skipped: the keychain keeps a token (not permitted in .ci/permitted-skips.json)',
    ]);
  }
});

it('permits those that are named, and says why', () => {
  const { status, lines } = judge([good, ['the desktop app in Electron starts', 'skipped']]);
  expect(status).toBe(0);
  expect(lines[0]).toMatch(/^Skipped: the desktop app in Electron starts \(No Electron binary/);
  expect(judge([good, ['the desktop app in Electronics', 'skipped']]).status).toBe(1);
});
