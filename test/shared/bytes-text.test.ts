import { describe, expect, it } from 'vitest';
import { bytesOfText, bytesText } from '../../shared/bytes-text.ts';

describe('a size in words', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [86_400, '86.4 kB'],
    [999_600, '1.0 MB'],
    [99_960_000, '100 MB'],
    [2_310_000_000, '2.31 GB'],
    [18_600_000_000, '18.6 GB'],
  ])('writes %s as %s', (bytes, words) => {
    expect(bytesText(bytes)).toBe(words);
  });
});

describe('what is done of a size', () => {
  it.each([
    [209e6, 529e6, '209 MB of 529 MB'],
    [1_120_000, 1_149_000, '1.12 MB of 1.15 MB'],
    [528_700_000, 529_000_000, '528.7 MB of 529.0 MB'],
    [528_999_999, 529_000_000, '528.9 MB of 529.0 MB'],
    [999_999, 1_000_000, '0.99 MB of 1.00 MB'],
    [999, 1000, '999 B of 1.0 kB'],
    [529e6, 529e6, '529 MB of 529 MB'],
    [530e6, 529e6, '530 MB of 529 MB'],
    [0, 0, '0 B of 0 B'],
  ])('writes %s of %s as %s', (done, total, words) => {
    expect(bytesOfText(done, total)).toBe(words);
  });
});
