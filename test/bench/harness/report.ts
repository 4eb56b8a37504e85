import { cpus, loadavg, release, totalmem } from 'node:os';
import type { Figure, Measured, Row } from './row.ts';

/** One row of `bench.json`. */
export interface RowReport extends Measured {
  readonly name: string;
  readonly title: string;
  /** Average number of processes that wanted a core, in the minute before the row and the minute before its end. */
  readonly load: readonly [before: number, after: number];
  readonly seconds: number;
}

export interface Report {
  readonly at: string;
  readonly node: string;
  readonly machine: string;
  readonly scale: number;
  readonly rounds: number;
  readonly rows: readonly RowReport[];
}

export function machine(): string {
  const cores = cpus();
  return `${cores.length} × ${cores[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()}`;
}

export function load(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

/** Null if the figure has no goal. */
export function isMet({ value, goal }: Figure): boolean | null {
  if (goal === null) return null;
  return 'most' in goal ? value <= goal.most : value >= goal.least;
}

export function textOf(row: Pick<Row, 'title'> & Measured): readonly string[] {
  const lines = row.figures.map((figure) => `  ${lineOf(figure)}`);
  return [row.title, ...lines, ...row.notes.map((note) => `  (${note})`)];
}

function lineOf(figure: Figure): string {
  const met = isMet(figure);
  const verdict = met === null ? '' : met ? '  met' : '  MISSED';
  return `${figure.what.padEnd(62)} ${valueOf(figure.value, figure.unit).padStart(10)}${goalOf(figure)}${verdict}`;
}

function goalOf({ goal, unit }: Figure): string {
  if (goal === null) return '';
  return 'most' in goal
    ? `   at most ${valueOf(goal.most, unit)}`
    : `   at least ${valueOf(goal.least, unit)}`;
}

function valueOf(value: number, unit: string): string {
  const digits = unit === '×' || unit === '%' ? 2 : Math.abs(value) < 10 ? 1 : 0;
  return unit === '' ? value.toFixed(0) : `${value.toFixed(digits)} ${unit}`;
}
