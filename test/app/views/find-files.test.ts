import { describe, expect, it } from 'vitest';
import { findFiles } from '../../../main/app/views/find-files.ts';
import { searchTextOf, type SiteView } from '../../../main/app/views/site-view.ts';
import type { ViewRow } from '../../../main/app/views/view-row.ts';
import { folded } from '../../../shared/typed-words.ts';

function site(name: string, paths: readonly string[]): SiteView {
  const rows = paths.map((path) => {
    const row = { key: path, name: path.slice(path.lastIndexOf('/') + 1), path };
    return { row, needle: folded(`${row.name}\n${path}`) };
  });
  return {
    site: { id: name },
    name,
    rows,
    searchText: searchTextOf(rows as ViewRow[]),
  } as unknown as SiteView;
}

const found = (views: readonly SiteView[], text: string, limit = 50): readonly string[] =>
  findFiles(views, text, limit).places.map(({ siteName, detail }) => `${siteName}: ${detail}`);

it('finds the file that is called so among a thousand photos of a folder with that name', () => {
  const photos = Array.from({ length: 1_000 }, (_, n) => `Boiler room/IMG_${n}.jpg`);
  const harbour = site('Harbour House', [
    ...photos,
    'Other/old boiler.pdf',
    'Other/Boiler manual.pdf',
    'Spec Sheet/Boiler.pdf',
    'Spec Sheet/boiler.2024.pdf',
  ]);
  const places = found([harbour], 'boiler', 6);
  expect(places).toEqual([
    'Harbour House: Spec Sheet/Boiler.pdf',
    'Harbour House: Other/Boiler manual.pdf',
    'Harbour House: Spec Sheet/boiler.2024.pdf',
    'Harbour House: Other/old boiler.pdf',
    'Harbour House: Boiler room/IMG_0.jpg',
    'Harbour House: Boiler room/IMG_1.jpg',
  ]);
});

it('puts the best of all sites first', () => {
  const one = site('One', ['pumps/a.txt', 'pumps/b.txt']);
  const two = site('Two', ['pumps.txt']);
  expect(found([one, two], 'PUMPS', 2)).toEqual(['Two: pumps.txt', 'One: pumps/a.txt']);
});

it('takes the name of a site as one of the words, and never as all of them', () => {
  const plans = ['Other/plan.pdf', 'Other/pump.pdf'];
  const sites = [site('Harbour House', plans), site('Mill', plans)];
  expect(found(sites, 'plan harbour')).toEqual(['Harbour House: Other/plan.pdf']);
  expect(found(sites, 'harbour')).toEqual([]);
  expect(found(sites, 'plan mill pump')).toEqual([]);
});

it('finds nothing without a word', () => {
  expect(found([site('Mill', ['a.txt'])], ' ')).toEqual([]);
});

describe('of too many files', () => {
  const photos = (site: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, n) => `Other/${site} boiler ${n}.jpg`);
  const harbour = site('Harbour House', [...photos('h', 30), 'Other/harbour house plan.pdf']);
  const mill = site('Mill', photos('m', 2));

  it('says how many fit, and which lists hold the rest by which words', () => {
    const { places, total, more } = findFiles([harbour, mill], 'boiler', 10);
    expect([places.length, total]).toEqual([10, 32]);
    expect(more).toEqual([
      { site: 'Harbour House', siteName: 'Harbour House', text: 'boiler', count: 30 },
      { site: 'Mill', siteName: 'Mill', text: 'boiler', count: 2 },
    ]);
  });

  it('leaves the name of a site out of the words for its list, which does not know it', () => {
    expect(findFiles([harbour, mill], 'Boiler harbour', 10)).toMatchObject({
      total: 30,
      more: [{ site: 'Harbour House', text: 'boiler', count: 30 }],
    });
    // Both words are in its name; its list holds one file with both in its path, and that is shown.
    expect(findFiles([harbour], 'harbour house', 10)).toMatchObject({ total: 1, more: [] });
  });

  it('names no list where all of them are shown', () => {
    expect(findFiles([harbour, mill], 'boiler', 32)).toMatchObject({ total: 32, more: [] });
    expect(findFiles([mill], '', 0)).toEqual({ places: [], total: 0, more: [] });
  });
});
