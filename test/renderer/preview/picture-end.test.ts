import { expect, it } from 'vitest';
import { PictureEnd } from '../../../renderer/features/preview/image/picture-end.ts';
import { png } from './image-suite.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

const PICTURE = bytes(
  [0xff, 0xd8],
  // The camera's words, with a small picture that has an end of its own.
  [0xff, 0xe1, 0, 12],
  'Exif',
  [0xff, 0xd8, 0xff, 0xd9, 0, 0],
  [0xff, 0xff, 0xc4, 0, 3, 7],
  // Two scans, the first with a 0xFF of its own and a mark to count by.
  [0xff, 0xda, 0, 3, 1, 0x12, 0xff, 0, 0xd9, 0xff, 0xd0, 0x34],
  [0xff, 0xda, 0, 3, 2, 0x56],
);
const END = bytes([0xff, 0xd9]);
const DRAWING = Buffer.from(png(40, 30, [10, 120, 10]));
const NOTES = bytes('SEFH', [0xff, 0xd8, 0xff], 'Image_UTC_Data1790000000000', 'SEFT'.repeat(20));

it.each([
  ['JPEG', 'ends where it should', bytes([...PICTURE], [...END]), true],
  ['JPEG', 'has notes of a phone behind it', bytes([...PICTURE], [...END], [...NOTES]), true],
  ['JPEG', 'stops within what was packed', PICTURE, false],
  ['JPEG', 'stops within the camera’s words', PICTURE.subarray(0, 15), false],
  ['JPEG', 'stops within its end mark', bytes([...PICTURE], [0xff]), false],
  ['PNG', 'ends where it should', DRAWING, true],
  ['PNG', 'has words behind it', bytes([...DRAWING], [...NOTES]), true],
  ['PNG', 'stops within its pixels', DRAWING.subarray(0, DRAWING.length - 20), false],
  ['PNG', 'stops before its end mark', DRAWING.subarray(0, DRAWING.length - 12), false],
] as const)('%s that %s', (format, _, content, hasEnd) => {
  for (let size = 1; size <= content.length; size += 1) {
    const end = new PictureEnd(format);
    let found = false;
    for (let at = 0; at < content.length && !found; at += size)
      found = end.took(content.subarray(at, at + size));
    expect(found, `in pieces of ${size}`).toBe(hasEnd);
  }
});
