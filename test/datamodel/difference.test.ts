import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../main/engine/datamodel/difference.ts';
import type { ComparedPoint, NamedPoint } from '../../shared/model/datamodel.ts';

const named = (id: string, label = id, equipment: string | null = 'AHU-1'): NamedPoint => ({
  id,
  label,
  equipment,
});

const point = (...names: Parameters<typeof named>): ComparedPoint => ({
  ...named(...names),
  unit: '°C',
  class: 'Sensor',
});

describe('differenceOf', () => {
  it('names what came and what went', () => {
    const found = differenceOf([point('a'), point('b')], [point('b'), point('c')], []);
    expect(found.added).toEqual([named('c')]);
    expect(found.removed).toEqual([named('a')]);
    expect(found.counts).toEqual({ added: 1, removed: 1, renamed: 0, altered: 0 });
  });

  it('sees another label of the same id, and another id of the same label', () => {
    const { renamed, added, removed } = differenceOf(
      [point('a', 'Supply air'), point('b', 'Return air')],
      [point('a', 'Supply air temperature'), point('b2', 'Return air')],
      [],
    );
    expect(renamed).toEqual([
      { ...named('b2', 'Return air'), kind: 'id', was: 'b' },
      { ...named('a', 'Supply air temperature'), kind: 'label', was: 'Supply air' },
    ]);
    expect([added, removed]).toEqual([[], []]);
  });

  it('pairs nothing where several have one name, or equipment differs', () => {
    const twins = differenceOf([point('a', 'T'), point('b', 'T')], [point('c', 'T')], []);
    expect([twins.counts.added, twins.counts.removed, twins.counts.renamed]).toEqual([1, 2, 0]);
    const moved = differenceOf([point('a', 'T', 'AHU-1')], [point('b', 'T', 'AHU-2')], []);
    expect(moved.counts.renamed).toBe(0);
  });

  it('sees another unit, class or equipment, also of a point under another id', () => {
    const { altered, counts } = differenceOf(
      [point('a'), point('b', 'B'), point('c'), point('d', 'D', 'AHU-1')],
      [
        { ...point('a'), unit: '°F' },
        { ...point('b2', 'B'), unit: null, class: 'Setpoint' },
        point('c'),
        point('d', 'Other', 'AHU-2'),
      ],
      [],
    );
    expect(altered).toEqual([
      { ...named('a'), facts: [{ fact: 'unit', was: '°C', is: '°F' }] },
      {
        ...named('b2', 'B'),
        facts: [
          { fact: 'unit', was: '°C', is: null },
          { fact: 'class', was: 'Sensor', is: 'Setpoint' },
        ],
      },
      { ...named('d', 'Other', 'AHU-2'), facts: [{ fact: 'equipment', was: 'AHU-1', is: 'AHU-2' }] },
    ]);
    expect(counts).toEqual({ added: 0, removed: 0, renamed: 2, altered: 3 });
  });

  it('names the watched ids that go, renamed ones too, and none that never were there', () => {
    const before = [point('a', 'A'), point('b', 'B'), point('c', 'C')];
    const after = [point('a2', 'A'), point('c', 'C')];
    expect(differenceOf(before, after, ['a', 'b', 'c', 'x']).lost).toEqual(['a', 'b']);
  });

  it('looks at the first of several rows of one id, which is the one that is shown', () => {
    const before = [point('a', 'Supply air'), point('a', 'Second'), point('b')];
    const second = [point('a', 'Supply air'), point('a', 'Other'), point('b')];
    expect(differenceOf(before, second, []).counts.renamed).toBe(0);
    const first = [point('a', 'Return air'), point('a', 'Second'), point('b')];
    expect(differenceOf(before, first, []).renamed).toEqual([
      { ...named('a', 'Return air'), kind: 'label', was: 'Supply air' },
    ]);
  });

  it('names points in the order of the file', () => {
    const found = differenceOf([], [point('c'), point('a'), point('b')], []);
    expect(found.added.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('names 500 of each kind and counts all', () => {
    const many = Array.from({ length: 700 }, (_, at) => point(`p${at}`));
    const { added, counts } = differenceOf([], many, []);
    expect([added.length, counts.added]).toEqual([500, 700]);
  });

  it('adds up for any two versions', () => {
    const version = fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        label: fc.constantFrom('A', 'B', 'C'),
        equipment: fc.constantFrom('x', null),
        unit: fc.constantFrom('°C', null),
        class: fc.constant(null),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(version, version, (before, after) => {
        const { counts, renamed } = differenceOf(before, after, []);
        const ids = (points: readonly NamedPoint[]): number => new Set(points.map(({ id }) => id)).size;
        const paired = renamed.filter(({ kind }) => kind === 'id').length;
        expect(counts.renamed).toBe(renamed.length);
        expect(ids(before) - counts.removed - paired).toBe(ids(after) - counts.added - paired);
        const none = differenceOf(before, before, ['a']);
        expect([none.counts, none.lost]).toEqual([{ added: 0, removed: 0, renamed: 0, altered: 0 }, []]);
      }),
    );
  });
});
