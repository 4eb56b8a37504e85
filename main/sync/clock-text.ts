import type { Environment } from './ports/environment.ts';

/** What a clock on the wall shows then (`at`: epoch ms), as `14:05`. */
export function clockText(at: number, { stamp }: Pick<Environment, 'stamp'>): string {
  const time = stamp(at).slice(-4);
  return `${time.slice(0, 2)}:${time.slice(2)}`;
}
