import { expect, it } from 'vitest';
import { datamodelReview } from '../../../main/app/datamodel/review.ts';
import { differenceOf } from '../../../main/engine/datamodel/difference.ts';
import { ok } from '../../../shared/failure.ts';
import type { ComparedPoint } from '../../../shared/model/datamodel.ts';

const point = (id: string, unit: string | null, label = id): ComparedPoint => ({
  id,
  label,
  equipment: null,
  unit,
  class: null,
});

/** What is said of a datamodel that was changed so, as `problems` of the command line has it. */
async function said(
  before: readonly ComparedPoint[],
  after: readonly ComparedPoint[],
): Promise<string | undefined> {
  const model = { file: { id: 'file-1', agreed: 'hash-1' }, report: { hash: 'hash-2', packed: '' } };
  const parts = {
    datamodelCache: { readOne: async () => model },
    approvals: { has: () => false },
    store: { agreedPoints: () => '', mappings: () => new Map() },
    views: { list: () => [] },
    csv: { compare: async () => ok(differenceOf(before, after, [])) },
  } as unknown as Parameters<typeof datamodelReview>[0];
  const asked = { site: { id: 'site-1' }, service: null, signal: new AbortController().signal };
  const file = { path: 'KG CSV Datamodel/points.csv', category: 'kg-csv', content: true };
  const review = datamodelReview(parts) as unknown as (
    ...args: readonly unknown[]
  ) => ReturnType<ReturnType<typeof datamodelReview>>;
  return (await review(asked, file))?.message;
}

it('names points with another unit, a few of many', async () => {
  expect(await said([point('a', '°C', 'Supply air')], [point('a', '°F', 'Supply air')])).toBe(
    'points.csv changes its points: 1 with another unit, class or equipment. Units: Supply air from °C to °F.',
  );
  const [celsius, none] = ['°C', null].map((unit) => ['a', 'b', 'c', 'd'].map((id) => point(id, unit)));
  expect(await said(celsius!, none!)).toBe(
    'points.csv changes its points: 4 with another unit, class or equipment. ' +
      'Units: a from °C to no unit, b from °C to no unit, c from °C to no unit and more.',
  );
});

it('says nothing where all points say the same', async () => {
  expect(await said([point('a', '°C')], [point('a', '°C')])).toBeUndefined();
});
