import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogOf, type PointCatalog } from '../../main/datamodel/catalog.ts';
import { findPoints } from '../../main/datamodel/find.ts';
import { foldedRows } from '../../main/datamodel/folded-rows.ts';
import { sortedInTurns } from '../../main/datamodel/sorted-in-turns.ts';
import { env, model, point } from './models.ts';

const MODELS = [
  model('a.csv', [
    point('sat', { label: 'Supply air', equipment: 'AHU-10', class: 'Supply_Air_Temperature_Sensor' }),
    point('rat', { label: 'Return air', equipment: 'AHU-2', unit: '°C' }),
    point('oat', { label: 'Outdoor air' }),
  ]),
  model(
    'b.csv',
    [
      point('kw', { equipment: 'EM-0', line: 7 }),
      point('rat', { label: 'Again', equipment: 'AHU-9', line: 8 }),
    ],
    [{ ref: 'AHU-2', name: 'Laboratory air handler', class: 'AHU' }],
  ),
];

const names = (groups: PointCatalog['groups']): readonly string[] =>
  groups.map(({ name, points }) => `${name}: ${points.map((each) => each.point.id).join(' ')}`);

describe('catalogOf', () => {
  it('sorts equipment by number, points without any last, and has each id once', async () => {
    const { groups, byId, repeated } = await catalogOf(MODELS, env);
    expect(names(groups)).toEqual(['AHU-2: rat', 'AHU-10: sat', 'EM-0: kw', 'null: oat']);
    expect(groups[0]).toMatchObject({ label: 'Laboratory air handler', class: 'AHU' });
    expect(byId.get('rat')).toMatchObject({ file: 'a.csv', point: { label: 'Return air' } });
    expect([...repeated]).toEqual([
      [
        'rat',
        [
          { file: 'a.csv', line: 2 },
          { file: 'b.csv', line: 8 },
        ],
      ],
    ]);
  });

  it('has a file whose rows all name one point soon, as where the wrong column was taken for the id', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => point('x', { line: at + 2 }));
    let turns = 0;
    const counted = {
      ...env,
      sleep: async () => {
        turns += 1;
        // Each is some milliseconds of work.
        if (turns > 1000) throw new Error('It takes for ever.');
      },
    };
    const { byId, repeated } = await catalogOf([model('a.csv', rows)], counted);
    expect([byId.size, repeated.get('x')?.length]).toEqual([1, 200_000]);
  });

  it('sorts as at once, in any number of runs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer(), { size: 'large', maxLength: 9000 }), async (numbers) => {
        expect(await sortedInTurns(env, numbers, (a, b) => a - b)).toEqual(numbers.toSorted((a, b) => a - b));
      }),
      { numRuns: 20 },
    );
  });
});

describe('findPoints', () => {
  const found = async (text: string, only: ReadonlySet<string> | null = null): Promise<readonly string[]> =>
    names(await findPoints(await catalogOf(MODELS, env), { text, only }, env));

  it.each([
    ['', ['AHU-2: rat', 'AHU-10: sat', 'EM-0: kw', 'null: oat']],
    ['AIR', ['AHU-2: rat', 'AHU-10: sat', 'null: oat']],
    ['air ahu', ['AHU-2: rat', 'AHU-10: sat']],
    ['supply_air', ['AHU-10: sat']],
    ['°c', ['AHU-2: rat']],
    ['laboratory return', ['AHU-2: rat']],
    ['nowhere', []],
  ])('“%s”', async (text, expected) => {
    expect(await found(text)).toEqual(expected);
  });

  it('in any spelling of an accent or a unit', async () => {
    const rows = [point('x', { label: 'Zuluft Bu\u0308ro', unit: 'm\u00b3/h' })];
    const catalog = await catalogOf([model('a.csv', rows)], env);
    for (const text of ['b\u00fcro', 'bu\u0308ro', 'm3/h', 'm\u00b3/h'])
      expect(names(await findPoints(catalog, { text, only: null }, env)), text).toEqual(['null: x']);
  });

  it('among favourites alone', async () => {
    expect(await found('air', new Set(['oat', 'kw']))).toEqual(['null: oat']);
  });
});

describe('foldedRows', () => {
  it('gives the same lines whatever the pages', async () => {
    const { groups } = await catalogOf(MODELS, env);
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.subarray(['AHU-2', 'AHU-10', 'EM-0', null]),
        fc.integer({ min: 1, max: 5 }),
        async (all, except, size) => {
          const folding = { all, except: new Set(except) };
          const whole = foldedRows(groups, folding, 0, 100);
          expect(whole.rows).toHaveLength(whole.total);
          const open = groups.filter(({ name }) => all === except.includes(name));
          expect(whole.total).toBe(groups.length + open.reduce((sum, { points }) => sum + points.length, 0));
          const paged = Array.from({ length: Math.ceil(whole.total / size) }, (_, at) =>
            foldedRows(groups, folding, at * size, size),
          );
          expect(paged.flatMap(({ rows }) => rows)).toEqual(whole.rows);
        },
      ),
    );
  });
});
