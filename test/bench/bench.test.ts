import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { optionsOf } from './harness/options.ts';
import { OWN_FLAGS } from './harness/programs.ts';
import { isMet, type Report } from './harness/report.ts';
import { runBench } from './harness/run-bench.ts';
import { ROWS } from './rows/rows.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-bench-test-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('runs both sides of a row and writes what it found', { timeout: 60_000 }, async () => {
  const out = join(folder, 'bench.json');
  const wanted = ['upload', 'mirror'];
  const options = optionsOf(['--scale', '0.002', '--rounds', '1', '--no-peers', '--out', out])!;
  const lines: string[] = [];
  const rows = ROWS.filter((row) => wanted.includes(row.name));
  await runBench(rows, options, (line) => lines.push(line));
  const report = JSON.parse(readFileSync(out, 'utf8')) as Report;
  expect(report).toMatchObject({ scale: 0.002, rounds: 1 });
  expect(report.rows.map((row) => row.name)).toEqual(wanted);
  for (const row of report.rows) {
    expect(row.runs.map((runs) => runs.samples.length)).toEqual(row.runs.map(() => 1));
    expect(row.figures.length).toBeGreaterThan(2);
    for (const figure of row.figures) expect(figure.value).toBeGreaterThanOrEqual(0);
    expect(row.figures.some((figure) => figure.unit === '×' && figure.goal !== null)).toBe(true);
  }
  expect(lines.join('\n')).toMatch(
    /SiteSync ÷ lean client, wall +\d+\.\d\d ×   at most 1\.20 ×  (met|MISSED)/,
  );
});

it('runs every other row to its end', { timeout: 300_000 }, async () => {
  const out = join(folder, 'bench.json');
  const options = optionsOf(['--scale', '0.002', '--rounds', '1', '--no-peers', '--out', out])!;
  const rows = ROWS.filter(({ name }) => name !== 'upload' && name !== 'mirror');
  const report = await runBench(rows, options, () => undefined);
  expect(report.rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
  // At this size the values mean nothing; they only have to be measured.
  for (const { name, figures } of report.rows)
    expect([name, figures.length > 1, figures.every(({ value }) => Number.isFinite(value))]).toEqual([
      name,
      true,
      true,
    ]);
});

it('starts the program as its users do', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const flags = OWN_FLAGS.join(' ');
  expect([scripts['sitesync'], scripts['start']].map((script) => script?.includes(flags))).toEqual([
    true,
    true,
  ]);
});

it('judges a figure by its goal', () => {
  const figure = { what: 'a ÷ b', value: 1.2, unit: '×' };
  expect(isMet({ ...figure, goal: { most: 1.2 } })).toBe(true);
  expect(isMet({ ...figure, goal: { most: 1.1 } })).toBe(false);
  expect(isMet({ ...figure, goal: { least: 1.3 } })).toBe(false);
  expect(isMet({ ...figure, goal: null })).toBeNull();
});

it('takes the arguments that make sense, and no others', () => {
  expect(optionsOf([])).toMatchObject({ rows: [], scale: 1, rounds: 5, peers: true, out: 'bench.json' });
  expect(optionsOf(['--quick', '--row', 'mirror'])).toMatchObject({ rows: ['mirror'], rounds: 1 });
  for (const odd of [['--scale', 'x'], ['--rounds', '0'], ['--fast']]) expect(optionsOf(odd)).toBeNull();
});
