import { START_MS, STEP_MINUTES, STEPS, type World } from './world.ts';
import type { Shape } from './shapes.ts';

/** What the field does to a sensor. Dates are UTC, `YYYY-MM-DD` or with a time. */
export type Fault =
  | { readonly kind: 'gap'; readonly from: string; readonly hours: number }
  | { readonly kind: 'dead'; readonly since: string }
  | { readonly kind: 'stuck'; readonly from: string; readonly hours: number };

export interface PointSpec {
  /** The id by which the service knows the series. */
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly equipment: string;
  readonly brick: string;
  readonly unit: string;
  readonly digits: number;
  readonly shape: Shape;
  readonly faults?: readonly Fault[];
}

/** One text cell per step; an empty cell is "no data". */
export function readings(point: PointSpec, world: World): string[] {
  const values = point.shape(world, world.random(point.id));
  const cells = Array.from(values, (value) => text(value, point.digits));
  for (const fault of point.faults ?? []) spoil(cells, fault);
  return cells;
}

/** `-0.0` is written `0`, and trailing zeros are dropped, as loggers do to save space. */
function text(value: number, digits: number): string {
  const rounded = Number(value.toFixed(digits));
  return rounded === 0 ? '0' : String(rounded);
}

function spoil(cells: string[], fault: Fault): void {
  switch (fault.kind) {
    case 'gap':
      cells.fill('', stepOf(fault.from), stepOf(fault.from) + steps(fault.hours));
      return;
    case 'dead':
      cells.fill('', stepOf(fault.since), STEPS);
      return;
    case 'stuck':
      cells.fill(
        cells[stepOf(fault.from)] ?? '',
        stepOf(fault.from),
        stepOf(fault.from) + steps(fault.hours),
      );
      return;
    default:
      fault satisfies never;
  }
}

function stepOf(date: string): number {
  return Math.round(
    (Date.parse(date.includes('T') ? date : `${date}T00:00:00Z`) - START_MS) / (STEP_MINUTES * 60_000),
  );
}

function steps(hours: number): number {
  return (hours * 60) / STEP_MINUTES;
}
