import { text } from '../../../text/setup.ts';
import { cutName } from '../../../text/cut-name.ts';
import { format } from '../../../ui/words/format.ts';
import { tellingWords } from '../../../text/telling-words.ts';
import type { Range } from '../time/range.ts';
import type { ChartLine } from '../plot/line.ts';
import { neverFetched } from '../plot/series-view.ts';
import { rangeText } from '../time/time-words.ts';

/** Stretches that are named, and series; of many, how many more there are tells enough. */
const TOLD = 2;
/** Groups of series that lack the same, each with its stretches; the others are counted. */
const GROUPS = 3;

/** Letters of a name beside a chart; the table below it has the whole one. */
const BRIEF = 28;
/** Of them at its end, as at the ends of the lines. */
const KEPT = 6;

/** What is no longer, in ms, is not worth a word: a live chart always lacks the last moments. */
export function leastTold({ from, to }: Range): number {
  return (to - from) / 500;
}

/** Series that lack the same stretches of a range. */
interface Lacking {
  /** Null if these are all series. */
  readonly names: string | null;
  readonly ranges: string;
}

type Asked = readonly [lines: readonly ChartLine[], range: Range, zone: string, now: number];

/**
 * Says beside a chart what was never fetched of its range, and of which series unless it is all. Null if nothing is
 * lacking.
 */
export function lackingNote(...asked: Asked): string | null {
  return noteOf(asked);
}

/** The same with names that leave it a line: long ones are cut in their middle, and the word that tells them apart stays. */
export function lackingBrief(...[lines, ...rest]: Asked): string | null {
  const telling = tellingWords(lines.map(({ label }) => label));
  const brief = (label: string): string => {
    if (label.length <= BRIEF) return label;
    return cutName(label, KEPT, telling.get(label), (shown) => shown.length <= BRIEF) ?? label;
  };
  return noteOf([lines.map((line) => ({ ...line, label: brief(line.label) })), ...rest]);
}

function noteOf(asked: Asked): string | null {
  const words = wordsOf(
    asked,
    ({ names, ranges }) =>
      names === null
        ? text('charts.notFetched', { range: ranges })
        : text('charts.notFetchedOf', { names, range: ranges }),
    (count) => text('charts.notFetchedOthers', { count }),
  );
  return words.length === 0 ? null : words.join(' · ');
}

/** The same within a sentence. */
export function lackingList(...asked: Asked): string | null {
  const words = wordsOf(
    asked,
    ({ names, ranges }) => (names === null ? ranges : text('charts.notFetchedIn', { names, range: ranges })),
    (count) => text('charts.moreSeries', { count }),
  );
  return words.length === 0 ? null : format.list(words);
}

function wordsOf(
  asked: Asked,
  each: (lacking: Lacking) => string,
  more: (count: number) => string,
): readonly string[] {
  const { told, others } = lackingOf(...asked);
  return [...told.map(each), ...(others > 0 ? [more(others)] : [])];
}

function lackingOf(
  lines: readonly ChartLine[],
  range: Range,
  zone: string,
  now: number,
): { readonly told: readonly Lacking[]; readonly others: number } {
  const asked = { from: range.from, to: Math.min(range.to, now) };
  const least = leastTold(range);
  const groups = new Map<string, string[]>();
  let count = 0;
  for (const { label, data } of lines) {
    if (data === null) continue;
    count += 1;
    const lacking = neverFetched([data], asked).filter(({ from, to }) => to - from > least);
    if (lacking.length === 0) continue;
    const ranges = rangesText(lacking, zone, now);
    groups.set(ranges, [...(groups.get(ranges) ?? []), label]);
  }
  const all = [...groups].map(([ranges, names]) => ({ names, ranges }));
  const told = all.slice(0, GROUPS).map(({ names, ranges }) => ({
    names: names.length === count ? null : namesText(names),
    ranges,
  }));
  return { told, others: all.slice(GROUPS).flatMap(({ names }) => names).length };
}

function rangesText(lacking: readonly Range[], zone: string, now: number): string {
  const told = lacking.slice(0, TOLD).map((span) => rangeText(span, zone, now));
  const more = lacking.length - told.length;
  return format.list([...told, ...(more > 0 ? [text('charts.notFetchedMore', { count: more })] : [])]);
}

/** The first names of some series, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const told = names.slice(0, TOLD);
  const more = names.length - told.length;
  return format.list([...told, ...(more > 0 ? [text('charts.moreSeries', { count: more })] : [])]);
}
