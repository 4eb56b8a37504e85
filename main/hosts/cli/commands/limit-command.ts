import { bytesText } from '../../../../shared/bytes-text.ts';
import { fail, ok, type Result } from '../../../../shared/failure.ts';
import { SETTINGS } from '../../../sync/settings/settings.ts';
import type { Program } from '../../compose/compose.ts';
import { notTaken } from '../input/misuse.ts';
import { EXIT, type Output } from '../output/output.ts';

export interface LimitArguments {
  readonly up?: string;
  readonly down?: string;
}

/** `limit [--up RATE] [--down RATE]`: shows the bandwidth limits, or sets them for this sync and all later ones. */
export function limitCommand(program: Program, out: Output, args: LimitArguments): number {
  const { mirror } = program;
  const given = [
    { limit: SETTINGS.bytesUp, name: '--up', text: args.up },
    { limit: SETTINGS.bytesDown, name: '--down', text: args.down },
  ].flatMap(({ limit, name, text }) => (text === undefined ? [] : [{ limit, rate: parseRate(name, text) }]));
  for (const { rate } of given) if (!rate.ok) return out.error(rate.failure);
  for (const { limit, rate } of given) if (rate.ok) limit.write(mirror, rate.value);
  const [up, down] = [SETTINGS.bytesUp.read(mirror), SETTINGS.bytesDown.read(mirror)];
  out.say(`Up: ${rateText(up)}. Down: ${rateText(down)}.`);
  out.object({ ok: true, up, down });
  return EXIT.inSync;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 };
/** In bytes per second: at slower rates, requests would time out. */
const SLOWEST = 1000;

/** `500k`, `1.5M`, `2MB/s`: bytes per second, in powers of ten; `none` is null. */
function parseRate(name: string, text: string): Result<number | null> {
  if (text.toLowerCase() === 'none') return ok(null);
  const [, number, unit] = /^(\d{1,12}(?:\.\d{1,6})?)\s?([kmg]?)(?:b(?:\/s)?)?$/i.exec(text.trim()) ?? [];
  const rate = Math.round(Number(number) * (UNITS[(unit ?? '').toLowerCase()] ?? NaN));
  return rate >= SLOWEST ? ok(rate) : fail(notTaken(name, text));
}

function rateText(rate: number | null): string {
  return rate === null ? 'no limit' : `${bytesText(rate)}/s at most`;
}
