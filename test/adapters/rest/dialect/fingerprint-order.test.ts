import { assert, dictionary, jsonValue, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprintOf } from '../../../../main/adapters/rest/dialect/fingerprint.ts';

const inOrder = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(inOrder)
      : Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, inOrder(each)]),
        );

it('is the same for metadata in order and in any other, and tells a change of either', () => {
  assert(
    property(dictionary(string(), jsonValue({ maxDepth: 4 })), (metadata) => {
      const told: unknown = JSON.parse(JSON.stringify(metadata));
      const turned = Object.fromEntries(Object.entries(metadata).toReversed());
      const version = fingerprintOf({}, told);
      expect(version).not.toBeNull();
      expect(fingerprintOf({}, inOrder(told))).toBe(version);
      expect(fingerprintOf({}, JSON.parse(JSON.stringify(turned)))).toBe(version);
      expect(fingerprintOf({}, { ...metadata, '~ new': 1 })).not.toBe(version);
    }),
  );
});
