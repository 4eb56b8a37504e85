import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../../ui/inputs/button.tsx';
import { VisuallyHidden } from '../../ui/telling/visually-hidden.tsx';
import { format } from '../../ui/words/format.ts';
import { MenuButton, type MenuEntry } from '../../ui/inputs/menu.tsx';
import { durationParts } from '../../../shared/time/duration.ts';
import { tellingWords } from '../../text/telling-words.ts';
import { LineName, Swatch } from './line-name.tsx';
import type { ChartLink } from './plot/chart-link.ts';
import type { Range } from './time/range.ts';
import { quoted, sendsWordsAlone } from './reading/left-out.ts';
import { newestBefore, newestWordAt, type ChartLine } from './plot/line.ts';
import { readAt } from './plot/overlay.ts';
import { statTexts, textBeside } from './plot/value-range.ts';
import { heldIn, type SeriesView } from './plot/series-view.ts';
import { momentText } from './time/time-words.ts';

interface StatsTableProps {
  readonly title: string;
  readonly lines: readonly ChartLine[];
  readonly link: ChartLink;
  /** The stretch that the numbers are of. */
  readonly range: Range;
  readonly zone: string;
  /** CSS pixels of the plot: how near a sample has to be. */
  readonly width: number;
  readonly menuOf: (line: ChartLine) => readonly MenuEntry[];
}

/** Each series of a chart with what it reads at the cursor, how old that is, and statistics of the stretch in view. */
export function StatsTable(props: StatsTableProps): ReactNode {
  const { title, lines, link, range, zone, width, menuOf } = props;
  const t = useText();
  const cursor = useSyncExternalStore(link.onFrame, link.cursorNow);
  const words = useMemo(() => tellingWords(lines.map(({ label }) => label)), [lines]);
  const now = Date.now();
  return (
    <table className="chart-stats num" aria-label={title}>
      <StatsHead at={cursor === null ? null : momentText(cursor, zone, now)} />
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.id}
            onPointerEnter={() => link.trace(line.id)}
            onPointerLeave={() => link.trace(null)}
            onFocus={() => link.trace(line.id)}
            onBlur={() => link.trace(null)}
          >
            <th scope="row">
              <span className="row">
                <Swatch line={line} />
                <LineName line={line} telling={words.get(line.label)} />
              </span>
            </th>
            <Numbers line={line} cursor={cursor} range={range} now={now} width={width} />
            <td>
              <MenuButton
                label={t('charts.more', { name: line.label })}
                trigger={<IconButton icon="more" size="s" label={t('charts.more', { name: line.label })} />}
                items={menuOf(line)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the numbers are; `at`: the moment that the first of them are of, null for the newest of all. */
function StatsHead({ at }: { readonly at: string | null }): ReactNode {
  const t = useText();
  return (
    <thead>
      <tr>
        <th scope="col">{t('charts.series')}</th>
        <th scope="col" className="chart-at" title={at === null ? t('charts.latestOf') : undefined}>
          {at ?? t('charts.latest')}
        </th>
        <th scope="col" className="chart-age">
          {t('charts.age')}
        </th>
        <th scope="col">{t('charts.min')}</th>
        <th scope="col" className="chart-mean" title={t('charts.meanOf')}>
          {t('charts.mean')}
        </th>
        <th scope="col">{t('charts.max')}</th>
        <th scope="col" className="chart-last" title={t('charts.lastOf')}>
          {t('charts.last')}
        </th>
        <th scope="col" className="chart-samples">
          {t('charts.samples')}
        </th>
        <th scope="col" className="chart-samples">
          {t('charts.coverage')}
        </th>
        <td />
      </tr>
    </thead>
  );
}

interface NumbersProps {
  readonly line: ChartLine;
  readonly cursor: number | null;
  readonly range: Range;
  readonly now: number;
  readonly width: number;
}

function Numbers({ line, cursor, range, now, width }: NumbersProps): ReactNode {
  const t = useText();
  const { data, unit } = line;
  if (data === null) return <td colSpan={8} />;
  if (data.known === false)
    return (
      <td colSpan={8} className="chart-unknown">
        {t('charts.unknownId')}
      </td>
    );
  const { stats } = data;
  if (sendsWordsAlone(data)) {
    const told = t('charts.wordsHere', { words: quoted(data.words) });
    return (
      <td colSpan={8} className="chart-unknown" title={told}>
        {told}
      </td>
    );
  }
  const isHeld = data.cadence === 'uneven' || data.cadence === 'mixed';
  // Each sample of a valve counted alike would tell how it moved, not how far it stood open.
  const { min, mean, max, last } = statTexts(isHeld ? statsOfTime(data, range) : stats);
  const { at, value } = cursor === null ? newestBefore(line, range.to) : readAt(line, cursor, range, width);
  const isWord = cursor === null && at !== null && at === newestWordAt(line);
  return (
    <>
      <td
        className="chart-at"
        title={isWord ? t('charts.newestWord', { words: quoted(data.words) }) : undefined}
      >
        {isWord ? t('charts.noNumber') : textBeside(value, stats)}
        {value !== null && unit !== null && ` ${unit}`}
        {/* What a title says is for the pointer alone. */}
        {isWord && <VisuallyHidden>. {t('charts.newestWord', { words: quoted(data.words) })}</VisuallyHidden>}
      </td>
      <td className="chart-age" title={at === null ? undefined : format.ago(at, now)}>
        {at === null ? '–' : ageText(now - at)}
      </td>
      <td>{min}</td>
      <td className="chart-mean" title={isHeld && !data.whole ? t('charts.meanWhole') : undefined}>
        {mean}
      </td>
      <td>{max}</td>
      <td className="chart-last">{last}</td>
      <td
        className="chart-samples"
        title={data.without === 0 ? undefined : t('charts.without', { count: data.without })}
      >
        {format.count(stats.count)}
      </td>
      <td className="chart-samples">
        <Coverage data={data} range={range} now={now} />
      </td>
    </>
  );
}

/**
 * Of what held in the range, what it began with included. No mean where samples are left out of what is drawn: how long
 * their values held is not known here.
 */
function statsOfTime(data: SeriesView, range: Range): SeriesView['stats'] {
  const { stats, whole } = data;
  const held = whole ? heldIn(data, range) : null;
  if (held === null) return { ...stats, mean: null };
  return {
    ...stats,
    min: Math.min(stats.min ?? Infinity, held.min),
    mean: held.mean,
    max: Math.max(stats.max ?? -Infinity, held.max),
  };
}

/** `40 s`, `12 min`, `3 h`, `234 d`. */
function ageText(ms: number): string {
  const [part] = durationParts(ms / 1000);
  return part === undefined ? '–' : `${format.count(part.value)} ${part.unit}`;
}

/** What is sent on change has no usual pause that could promise anything, and it is said that nothing tells of an outage. */
function Coverage({
  data,
  range,
  now,
}: {
  readonly data: SeriesView;
  readonly range: Range;
  readonly now: number;
}): ReactNode {
  const t = useText();
  const { cadence } = data;
  if (cadence !== 'uneven' && cadence !== 'mixed') return coverageText(data, range, now);
  return (
    <span title={t(cadence === 'mixed' ? 'charts.partOnChangeWhy' : 'charts.onChangeWhy')}>
      {t(cadence === 'mixed' ? 'charts.partOnChange' : 'charts.onChange')}
    </span>
  );
}

/** How many of the samples that its usual pause promises the series has up to now. */
function coverageText({ stats, interval }: SeriesView, range: Range, now: number): string {
  const length = Math.min(range.to, now) - range.from;
  if (interval === null || interval <= 0 || length <= 0) return '–';
  return format.percent(Math.min(1, stats.count / Math.max(1, Math.floor(length / interval))));
}
