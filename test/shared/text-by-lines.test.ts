import { isUtf8 } from 'node:buffer';
import { expect, it } from 'vitest';
import { textByLines } from '../../shared/text-by-lines.ts';

it('reads lines of two encodings, each in its own', () => {
  const bytes = Buffer.concat([
    Buffer.from('\uFEFFKühler\nPump\n', 'utf8'),
    Buffer.from('Lüfter 21 °C\nFan\n', 'latin1'),
    Buffer.from('Wärme – 😀', 'utf8'),
  ]);
  expect(textByLines(bytes)).toBe('Kühler\nPump\nLüfter 21 °C\nFan\nWärme – 😀');
});

it('keeps all letters of a file that ends in the middle of one', () => {
  const text = 'é😀';
  const cuts = [2, 3, 4, 5].map((end) => textByLines(Buffer.from(text).subarray(0, end)));
  expect(cuts).toEqual(['é', 'é\uFFFD', 'é\uFFFD', 'é\uFFFD']);
  // A line that another one follows is not cut.
  expect(textByLines(Buffer.of(0x41, 0xc3, 0x0a, 0x42))).toBe('A\u00C3\nB');
});

it('takes the same lines for UTF-8 as every other program does', () => {
  // Each pair of bytes at the edges of what is allowed, followed by what may complete it.
  const edges = [
    0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xec, 0xed, 0xef, 0xf0,
    0xf1, 0xf4, 0xf5, 0xff,
  ];
  const windows = new TextDecoder('windows-1252');
  const utf8 = new TextDecoder();
  for (const first of edges)
    for (const second of edges)
      for (const rest of [[], [0x80], [0x80, 0x80], [0x41]]) {
        const line = Buffer.of(first, second, ...rest, 0x0a);
        expect(textByLines(line), line.toString('hex')).toBe((isUtf8(line) ? utf8 : windows).decode(line));
      }
});
