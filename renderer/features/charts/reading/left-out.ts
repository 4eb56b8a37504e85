import { format } from '../../../ui/words/format.ts';
import type { SeriesView } from '../plot/series-view.ts';

/** Does the stretch in view hold samples that are no numbers, of a series that sends words? */
export function leavesOutWords({ without, words }: Pick<SeriesView, 'without' | 'words'>): boolean {
  return without > 0 && words.length > 0;
}

/** It sends words and never a number: nothing can be drawn. */
export function sendsWordsAlone(data: Pick<SeriesView, 'without' | 'words' | 'stats'>): boolean {
  return leavesOutWords(data) && data.stats.count === 0;
}

export function quoted(words: readonly string[]): string {
  return format.list(words.map((word) => `“${word}”`));
}
