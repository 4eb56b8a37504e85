import type { Environment } from '../ports/environment.ts';

const MINUTE = 60_000;

/**
 * Until when, as `14:05`: the time of day at which a clock on the wall has passed `at` (epoch ms), which is the minute
 * that begins then, or the next.
 */
export function clockText(at: number, env: Pick<Environment, 'stamp'>): string {
  return minuteText(Math.ceil(at / MINUTE), env);
}

/** Since when, as `14:05`: what a clock on the wall showed at `at` (epoch ms). */
export function sinceText(at: number, env: Pick<Environment, 'stamp'>): string {
  return minuteText(Math.floor(at / MINUTE), env);
}

function minuteText(minute: number, { stamp }: Pick<Environment, 'stamp'>): string {
  const time = stamp(minute * MINUTE).slice(-4);
  return `${time.slice(0, 2)}:${time.slice(2)}`;
}
