import type { MoreFiles, Place } from '../../../shared/ipc/app.ts';
import { folded, typedWords } from '../../../shared/typed-words.ts';
import { compareText } from './file-query.ts';
import type { SiteView } from './site-view.ts';
import type { ViewRow } from './view-row.ts';

/** How well a file fits what was typed, best first. */
const FITS = ['is its name', 'begins its name', 'is in its name', 'is in its path or site'] as const;
type Fit = (typeof FITS)[number];

/**
 * At most `limit` files of these sites that hold each word of `text` in their path or in the name of their site, and one in
 * their path: the name of a site alone finds the site, not all of its files. Of too many those that fit best, so that a folder
 * of a thousand photos does not hide the one file that is called so.
 */
export function findFiles(views: readonly SiteView[], text: string, limit: number): FoundFiles {
  const words = typedWords(folded(text));
  const typed = words.join(' ');
  if (typed === '') return { places: [], total: 0, more: [] };
  let total = 0;
  const lists: MoreFiles[] = [];
  const found = new Map<Fit, Place[]>(FITS.map((fit) => [fit, []]));
  for (const view of views) {
    const siteName = folded(view.name);
    const others = words.filter((word) => !siteName.includes(word));
    // The list does not know the name of its site. Where all words are in that, files that hold one are found, and the list
    // can only be asked for those that hold all.
    const listed = others.length === 0 ? words : others;
    const holdListed = view.searchText().holdingAll(listed);
    const fitting = others.length > 0 ? holdListed : holdingAny(view, words);
    total += fitting.length;
    for (const index of fitting) {
      const entry = view.rows[index];
      if (entry === undefined) continue;
      const places = found.get(fitOf(entry, words, typed));
      // The rest of them would only be sorted in vain: a letter may fit a hundred thousand.
      if (places !== undefined && places.length < limit) places.push(placeOf(view, entry));
    }
    lists.push({ site: view.site.id, siteName: view.name, text: listed.join(' '), count: holdListed.length });
  }
  const sorted = [...found.values()].map((places) =>
    places.toSorted((a, b) => compareText(a.label, b.label)),
  );
  const places = sorted.flat().slice(0, limit);
  return { places, total, more: lists.filter((list) => holdsMore(list, places)) };
}

export interface FoundFiles {
  readonly places: readonly Place[];
  /** How many fit, with those that are not among the places. */
  readonly total: number;
  /** The sites whose list of files, filtered by these words, holds more than is among the places. */
  readonly more: readonly MoreFiles[];
}

function holdingAny(view: SiteView, words: readonly string[]): readonly number[] {
  const rows = new Set(words.flatMap((word) => view.searchText().holdingAll([word])));
  return [...rows].sort((a, b) => a - b);
}

function holdsMore({ site, count }: MoreFiles, places: readonly Place[]): boolean {
  return count > places.filter((place) => place.site === site).length;
}

function fitOf({ needle }: ViewRow, words: readonly string[], typed: string): Fit {
  // Its name comes first. To fold that anew for each hit took longer than to find them all.
  const name = needle.slice(0, needle.indexOf('\n'));
  if (name.startsWith(typed)) {
    const rest = name.slice(typed.length);
    return rest === '' || /^\.[^.]+$/.test(rest) ? 'is its name' : 'begins its name';
  }
  return words.every((word) => name.includes(word)) ? 'is in its name' : 'is in its path or site';
}

function placeOf({ site, name }: SiteView, { row }: ViewRow): Place {
  return { kind: 'file', site: site.id, siteName: name, key: row.key, label: row.name, detail: row.path };
}
