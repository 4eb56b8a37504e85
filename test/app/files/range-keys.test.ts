import { expect, it } from 'vitest';
import { MirrorViews, type FileQuery } from '../../../main/app/views/views.ts';
import { site } from '../desk.ts';
import { MOMENT } from '../../support/app-context.ts';
import { openFilesHome } from './files-home.ts';

const everything: FileQuery = {
  site,
  filter: { text: '', category: null, status: [], folder: null },
  sort: { by: 'name', descending: false },
};

it('the keys of a range are those of the rows that a screen means, whatever came or went since', async () => {
  const at = await openFilesHome();
  try {
    for (const name of ['one', 'two']) await at.desk.write(`Other/${name}.txt`, name);
    await at.desk.sync();
    const views = new MirrorViews(at.desk.program.mirror, MOMENT);
    const keys = views.page(everything, 0, 100).rows.map(({ key }) => key);
    const range = (
      first: readonly [number, string | null | undefined],
      last: readonly [number, string | null | undefined],
    ) => {
      const [one, other] = [first, last].map(([index, key]) => ({ index, key: key ?? null }));
      return views.keys(everything, one!, other!);
    };
    expect(keys.length).toBeGreaterThan(4);
    expect(range([1, null], [3, null])).toEqual(keys.slice(1, 4));
    expect(range([1, keys[1]], [3, keys[3]])).toEqual(keys.slice(1, 4));
    // Two rows came above, or one went; what is not known of the other end goes along.
    expect(range([0, keys[2]], [1, null])).toEqual(keys.slice(2, 4));
    expect(range([1, null], [3, keys[2]])).toEqual(keys.slice(0, 3));
    expect(range([0, keys[1]], [100, null])).toEqual(keys.slice(1));
    // One came between them, or they changed places.
    expect(range([0, keys[0]], [2, keys[3]])).toEqual(keys.slice(0, 4));
    expect(range([0, keys[3]], [2, keys[1]])).toEqual(keys.slice(1, 4));
    // One has gone: its place counts, as far from the other as it was.
    expect(range([0, 'nobody'], [1, keys[3]])).toEqual(keys.slice(2, 4));
    expect(range([2, 'nobody'], [3, keys[0]])).toEqual(keys.slice(0, 1));
  } finally {
    await at.close();
  }
});
