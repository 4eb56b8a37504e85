import { createHash } from 'node:crypto';
import { array, assert, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../renderer/features/drop/bytes/hash-of.ts';
import { Sha256 } from '../../../renderer/features/drop/bytes/sha256.ts';

const expected = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('hashing in the browser', () => {
  it('agrees with the system, however the bytes are cut into pieces', () => {
    assert(
      property(array(uint8Array({ maxLength: 200 }), { maxLength: 12 }), (pieces) => {
        const hash = new Sha256();
        for (const piece of pieces) hash.update(piece);
        expect(hash.digest()).toBe(expected(Buffer.concat(pieces)));
      }),
    );
  });

  it.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128])('pads %i bytes', (length) => {
    const bytes = new Uint8Array(length).fill(7);
    const hash = new Sha256();
    hash.update(bytes);
    expect(hash.digest()).toBe(expected(bytes));
  });

  it.each([0, 1000, 17 * 1024 * 1024])(
    'reads a file of %i bytes, in memory or piece by piece',
    async (length) => {
      const bytes = new Uint8Array(length).fill(3);
      expect(await hashOf(new Blob([bytes]))).toBe(expected(bytes));
    },
  );
});
