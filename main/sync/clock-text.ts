import type { Environment } from './ports/environment.ts';

const MINUTE = 60_000;

/**
 * The time of day as `14:05` at which a clock on the wall has passed `at` (epoch ms): the minute that begins then, or
 * the next.
 */
export function clockText(at: number, { stamp }: Pick<Environment, 'stamp'>): string {
  const time = stamp(Math.ceil(at / MINUTE) * MINUTE).slice(-4);
  return `${time.slice(0, 2)}:${time.slice(2)}`;
}
