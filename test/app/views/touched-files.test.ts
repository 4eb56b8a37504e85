import { expect, it } from 'vitest';
import { TouchedFiles } from '../../../main/app/views/touched-files.ts';
import { fileId, path } from '../../support/model-values.ts';
import { pathKey } from '../../../shared/model/rel-path.ts';

const some = (name: string) => ({ ids: [fileId(name)], paths: [pathKey(path(`Other/${name}`))] });

it('names all files that were written since it knows of, by the looks between which they were', () => {
  const touched = new TouchedFiles();
  expect(touched.look()).toEqual({ revision: 0, touched: { since: 0, writes: [] } });
  touched.add(some('a'));
  touched.add(some('b'));
  const first = { revision: 1, ids: ['a', 'b'], paths: ['Other/a', 'Other/b'] };
  expect(touched.look()).toEqual({ revision: 1, touched: { since: 0, writes: [first] } });
  expect(touched.look().revision).toBe(1);
  touched.add(some('c'));
  expect(touched.look()).toEqual({
    revision: 2,
    touched: { since: 0, writes: [first, { revision: 2, ids: ['c'], paths: ['Other/c'] }] },
  });
});

it('begins anew where nobody knows which they were', () => {
  const touched = new TouchedFiles();
  touched.add(some('a'));
  touched.add(null);
  touched.add(some('b'));
  // Also what was written before that since the last look is unknown.
  expect(touched.look()).toMatchObject({ revision: 1, touched: { since: 1 } });
  touched.add(some('c'));
  const { since, writes } = touched.look().touched;
  expect(since).toBe(1);
  expect(writes.filter(({ revision }) => revision > since)).toEqual([{ revision: 2, ...some('c') }]);
});

it('remembers the last ten thousand names of files that are sent for hours, and not all of them', () => {
  const touched = new TouchedFiles();
  for (let n = 0; n < 40_000; n++) {
    touched.add({ ids: [fileId(`${n}`)], paths: [] });
    // Some are written between two looks.
    if (n % 9 !== 0) continue;
    const { revision, touched: known } = touched.look();
    const names = known.writes.flatMap(({ ids }) => ids);
    expect(names.length).toBeLessThanOrEqual(20_000);
    expect(names.length).toBeGreaterThanOrEqual(Math.min(n + 1, 10_000));
    expect([names[0], names.at(-1)]).toEqual([`${n + 1 - names.length}`, `${n}`]);
    expect(known.writes.at(0)?.revision).toBe(known.since + 1);
    expect(known.writes.at(-1)?.revision).toBe(revision);
  }
});

it('knows nothing of what was more at once than is worth looking at by itself', () => {
  const touched = new TouchedFiles();
  touched.add({ ids: Array.from({ length: 20_001 }, (_, n) => fileId(`${n}`)), paths: [] });
  expect(touched.look()).toEqual({ revision: 1, touched: { since: 1, writes: [] } });
});
