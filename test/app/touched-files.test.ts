import { expect, it } from 'vitest';
import { TouchedFiles } from '../../main/app/touched-files.ts';
import { fileId, path } from '../adapters/sqlite/samples.ts';
import { pathKey } from '../../shared/model/rel-path.ts';

const some = (name: string) => ({ ids: [fileId(name)], paths: [pathKey(path(`Other/${name}`))] });

it('names all files that were written since it knows of', () => {
  const touched = new TouchedFiles();
  expect(touched.lately).toEqual({ since: 0, ids: [], paths: [] });
  touched.add(some('a'));
  touched.add(some('b'));
  expect(touched.revision).toBe(2);
  expect(touched.lately).toEqual({ since: 0, ids: ['a', 'b'], paths: ['Other/a', 'Other/b'] });
});

it('begins anew where nobody knows which they were', () => {
  const touched = new TouchedFiles();
  touched.add(some('a'));
  touched.add(null);
  touched.add(some('b'));
  expect(touched.lately).toEqual({ since: 2, ids: ['b'], paths: ['Other/b'] });
});

it('remembers the last ten thousand names of files that are sent for hours, and not all of them', () => {
  const touched = new TouchedFiles();
  const last = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, n) => `${touched.revision - count + n}`);
  for (let n = 0; n < 40_000; n++) {
    touched.add({ ids: [fileId(`${n}`)], paths: [] });
    // To look at each of them at each step would take minutes.
    if (n % 999 !== 0) continue;
    const { since, ids } = touched.lately;
    expect(ids).toEqual(last(touched.revision - since));
    expect(ids.length).toBeLessThan(20_000);
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(touched.revision, 10_000));
  }
});
