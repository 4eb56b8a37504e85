import { expect, it } from 'vitest';
import { isTimeOfFile, timeOfMtime } from '../../../main/engine/compare/fingerprint.ts';

const nsOf = (text: string): bigint => BigInt.asIntN(64, BigInt(Date.parse(text)) * 1_000_000n);

it.each(['1901-12-14', '1969-12-31T23:59:59.995Z', '1970-01-01', '2099-12-31', '2300-01-01', '2486-07-01'])(
  'reads the time %s as it was written, with what is finer than a millisecond',
  (text) => {
    expect(isTimeOfFile(Date.parse(text))).toBe(true);
    for (const finer of [0n, 1n, 999_999n]) expect(timeOfMtime(nsOf(text) + finer)).toBe(Date.parse(text));
  },
);

it.each([Date.parse('1901-12-13'), Date.parse('2486-07-03'), 8.64e15, -8.64e15, NaN, Infinity])(
  'knows that a file cannot have the time %s',
  (ms) => {
    expect(isTimeOfFile(ms)).toBe(false);
  },
);
