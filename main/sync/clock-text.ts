import type { Environment } from './ports/environment.ts';

const MINUTE = 60_000;

/** When a clock on the wall shows that it is over (`at`: epoch ms), as `14:05`: the minute that begins then, or next. */
export function clockText(at: number, { stamp }: Pick<Environment, 'stamp'>): string {
  const time = stamp(Math.ceil(at / MINUTE) * MINUTE).slice(-4);
  return `${time.slice(0, 2)}:${time.slice(2)}`;
}
