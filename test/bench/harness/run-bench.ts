import { writeFileSync } from 'node:fs';
import type { Options } from './options.ts';
import { Place } from './place.ts';
import { isInstalled } from './programs.ts';
import { load, machine, textOf, type Report, type RowReport } from './report.ts';
import type { Row } from './row.ts';

/** Runs the rows one after the other. After each, prints what it found and writes all figures to the file. */
export async function runBench(
  rows: readonly Row[],
  options: Options,
  print: (line: string) => void,
): Promise<Report> {
  const reports: RowReport[] = [];
  const report: Report = {
    at: new Date().toISOString(),
    node: process.version,
    machine: machine(),
    scale: options.scale,
    rounds: options.rounds,
    rows: reports,
  };
  print(`${report.machine}, Node ${report.node}, load ${load()}`);
  for (const row of rows) {
    reports.push(await runRow(row, options, print));
    writeFileSync(options.out, `${JSON.stringify(report, null, 2)}\n`);
  }
  return report;
}

async function runRow(row: Row, options: Options, print: (line: string) => void): Promise<RowReport> {
  const place = new Place();
  const before = load();
  const started = performance.now();
  try {
    const { scale, rounds } = options;
    const found = (program: string): boolean => options.peers && isInstalled(program);
    const measured = await row.measure({ place, scale, rounds, isInstalled: found, progress: print });
    for (const line of textOf({ title: row.title, ...measured })) print(line);
    const seconds = Math.round((performance.now() - started) / 1000);
    return { name: row.name, title: row.title, load: [before, load()], seconds, ...measured };
  } finally {
    place.close();
  }
}
