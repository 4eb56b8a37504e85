import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { IconButton, LinkButton } from '../../ui/inputs/button.tsx';
import { format } from '../../ui/words/format.ts';
import { announce } from '../../ui/telling/live-region.tsx';
import type { MenuEntry } from '../../ui/inputs/menu.tsx';
import type { ChartLink } from './plot/chart-link.ts';
import type { Range } from './time/range.ts';
import { leavesOutWords, quoted, sendsWordsAlone } from './reading/left-out.ts';
import { lackingBrief, lackingNote, leastTold, namesText } from './reading/lacking-words.ts';
import type { ChartPanel } from './panels.ts';
import type { GestureEnds } from './plot/gestures.ts';
import type { ChartLine } from './plot/line.ts';
import { hatched } from './plot/backdrop.ts';
import { isInView } from './plot/paint-line.ts';
import { readingsAt } from './plot/overlay.ts';
import type { Gutters } from './plot/plot-options.ts';
import type { PlotView } from './plot/plot-view.ts';
import { Plot } from './plot/plot.tsx';
import { unitsOf } from './plot/value-axes.ts';
import { valueText } from './plot/value-range.ts';
import { SamplesTable } from './samples-table.tsx';
import { StatsTable } from './stats-table.tsx';
import { useFetchAgain } from './reading/use-fetch-again.ts';
import { momentText, rangeText } from './time/time-words.ts';

export interface PanelTitle {
  readonly title: string;
  readonly units: string;
}

const YEAR = 365 * 86_400_000;

interface ChartPanelProps extends PanelTitle {
  readonly site: string;
  readonly panel: ChartPanel;
  readonly lines: readonly ChartLine[];
  readonly link: ChartLink;
  /** The settled view. */
  readonly range: Range;
  readonly zone: string;
  readonly gutters: Gutters;
  readonly width: number;
  readonly loading: boolean;
  readonly ends: Omit<GestureEnds, 'stepped'>;
  readonly onFetch: () => void;
  readonly menuOf: (line: ChartLine) => readonly MenuEntry[];
  readonly onView: (panel: string, view: PlotView | null) => void;
}

/** Series that are drawn together: the plot or the table behind it, and what they read. */
export function ChartPanelView(props: ChartPanelProps): ReactNode {
  const { panel, title, units, lines, link, range, zone, gutters, width, ends, onView } = props;
  const t = useText();
  const [asTable, setAsTable] = useState(false);
  const model = useMemo(
    () => ({ lines, zone, gutters, noData: t('charts.noData'), noUnit: t('charts.noUnit') }),
    [lines, zone, gutters, t],
  );
  const takeView = useCallback((view: PlotView | null) => onView(panel.id, view), [onView, panel.id]);
  const say = (): void => {
    const { cursor, view } = link.state;
    if (cursor === null) return;
    const read = readingsAt(lines, cursor, view, width).map(
      ({ line, value }) => `${line.label} ${valueText(value)} ${line.unit ?? ''}`,
    );
    announce([momentText(cursor, zone, Date.now()), ...read].join(', '));
  };
  const names = lines.map(({ label }) => label).join(', ');
  const label = t('charts.chartLabel', { title, names, range: rangeText(range, zone, Date.now()) });
  return (
    <section className="chart-panel" aria-label={title}>
      <header>
        <div className="chart-title">
          <h2 className="cut" title={title}>
            {title}
          </h2>
          <span className="cut ink-3 t-small" title={units}>
            {units}
          </span>
        </div>
        <div className="chart-notes">
          <NewestElsewhere {...props} />
          <NothingYet {...props} />
          <NotFetched {...props} />
          <LeftOut lines={lines} />
          <OnChange lines={lines} />
          <WithoutAxis {...props} />
        </div>
        <div className="chart-actions">
          <FetchAgain {...props} />
          <IconButton
            icon={asTable ? 'activity' : 'table'}
            size="s"
            label={t(asTable ? 'charts.showChart' : 'charts.showTable')}
            isPressed={asTable}
            onPress={() => setAsTable(!asTable)}
          />
        </div>
      </header>
      {asTable ? (
        <SamplesTable title={title} lines={lines} range={range} zone={zone} />
      ) : (
        <Plot link={link} model={model} label={label} ends={{ ...ends, stepped: say }} onView={takeView} />
      )}
      <StatsTable
        title={title}
        lines={lines}
        link={link}
        range={range}
        zone={zone}
        width={width}
        menuOf={props.menuOf}
      />
    </section>
  );
}

/**
 * For values that the service corrected since they were fetched, which nothing reports. A year may take minutes, so it
 * can be stopped.
 */
function FetchAgain({ site, lines, range, zone, onFetch }: ChartPanelProps): ReactNode {
  const t = useText();
  const ids = lines.map(({ id }) => id);
  const again = useFetchAgain({ site, ids, range, zone }, onFetch);
  return (
    <IconButton
      icon="sync"
      isWorking={again.isPending}
      size="s"
      label={t(again.isPending ? 'charts.stopFetching' : 'charts.fetchAgain')}
      onPress={again.isPending ? again.stop : again.start}
    />
  );
}

/** What of the view is not on this computer, in words beside the hatching. */
function NotFetched({ lines, range, zone, loading, onFetch }: ChartPanelProps): ReactNode {
  const t = useText();
  const { place, toChart } = useWayToChart();
  const now = Date.now();
  const lacking = lackingBrief(lines, range, zone, now);
  const series = lines.flatMap(({ data }) => data ?? []);
  const isHatched = hatched(series, range, now).some(({ from, to }) => to - from > leastTold(range));
  if (loading)
    return (
      <span className="t-small ink-3" aria-hidden="true">
        {t('charts.loading')}
      </span>
    );
  if (lacking === null) return null;
  return (
    <span
      ref={place}
      className="chart-not-fetched t-small ink-2 num"
      title={lackingNote(lines, range, zone, now) ?? lacking}
    >
      {isHatched && <i className="chart-hatch" />}
      {lacking}
      <LinkButton
        onPress={() => {
          toChart();
          onFetch();
        }}
      >
        {t('charts.fetch')}
      </LinkButton>
    </span>
  );
}

/** Texts beside numbers: a chart cannot draw them, and in its table they are empty. */
function LeftOut({ lines }: Pick<ChartPanelProps, 'lines'>): ReactNode {
  const t = useText();
  const notesOf = (told: 'wordsAlone' | 'leftOut'): readonly string[] =>
    lines.flatMap(({ label, data }) => {
      if (data === null || !leavesOutWords(data) || sendsWordsAlone(data) !== (told === 'wordsAlone'))
        return [];
      return [t(`charts.${told}`, { name: label, count: data.without, words: quoted(data.words) })];
    });
  // What cannot be drawn at all is said first.
  const notes = [...notesOf('wordsAlone'), ...notesOf('leftOut')];
  const [first, ...others] = notes;
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` · ${t('charts.moreSeries', { count: others.length })}`;
  return (
    <span className="chart-left-out t-small ink-2 num" title={notes.join('\n')}>
      {`${first}${more}`}
    </span>
  );
}

/** What is shown in place of the coverage, if there is no room for that. */
function OnChange({ lines }: Pick<ChartPanelProps, 'lines'>): ReactNode {
  const t = useText();
  const names = lines.flatMap(({ label, data }) =>
    data !== null && data.cadence !== 'even' && data.cadence !== null && !sendsWordsAlone(data)
      ? [label]
      : [],
  );
  if (names.length === 0) return null;
  return (
    <span className="chart-on-change t-small ink-2" title={t('charts.onChangeWhy')}>
      {t('charts.onChangeOf', { names: namesText(names) })}
    </span>
  );
}

/** Units that are drawn and whose axes have no room beside the others. */
function WithoutAxis({ lines, gutters }: ChartPanelProps): ReactNode {
  const t = useText();
  const units = unitsOf(lines)
    .slice(gutters.left + gutters.right)
    .map((unit) => unit ?? t('charts.noUnit'));
  if (units.length === 0) return null;
  return (
    <span className="t-small ink-2" title={`${format.list(units)}. ${t('charts.withoutAxisWhy')}`}>
      {t('charts.withoutAxis', { count: units.length })}
    </span>
  );
}

/** An empty chart says where its newest data is, and leads there. */
function NewestElsewhere({ lines, range, zone, loading, ends }: ChartPanelProps): ReactNode {
  const t = useText();
  const { place, toChart } = useWayToChart();
  const newest = Math.max(...lines.map(({ lastAt }) => lastAt ?? -Infinity));
  const isEmpty = lines.every((line) => line.data?.stats.count === 0 && !isInView(line, range));
  const isNewest = newest >= range.from && newest < range.to;
  if (loading || !isEmpty || newest === -Infinity || isNewest) return null;
  const length = range.to - range.from;
  const end = Math.round(newest + length * 0.05);
  const show = (): void => {
    toChart();
    ends.zoomed({ from: end - length, to: end });
  };
  return (
    <span ref={place} className="chart-not-fetched t-small ink-2 num">
      {t('charts.newest', { time: momentText(newest, zone, Date.now()) })}
      <LinkButton onPress={show}>{t('charts.showNewest')}</LinkButton>
    </span>
  );
}

/** Nobody knows where the data of an empty chart is; a year holds most of it. */
function NothingYet({ lines, range, zone, loading, ends }: ChartPanelProps): ReactNode {
  const t = useText();
  const { place, toChart } = useWayToChart();
  const isKnown = lines.some(
    ({ lastAt, data }) => lastAt !== null || (data !== null && leavesOutWords(data)),
  );
  const isEmpty = lines.every((line) => line.data?.stats.count === 0 && !isInView(line, range));
  const isFetched = lackingBrief(lines, range, zone, Date.now()) === null;
  if (loading || isKnown || !isEmpty || !isFetched || range.to - range.from >= YEAR) return null;
  const show = (): void => {
    toChart();
    ends.zoomed({ from: range.to - YEAR, to: range.to });
  };
  return (
    <span ref={place} className="chart-not-fetched t-small ink-2 num">
      {t('charts.nothingHere')}
      <LinkButton onPress={show}>{t('charts.showYear')}</LinkButton>
    </span>
  );
}

/** What is pressed in a note goes with it: the focus stays at the chart that it is about. */
function useWayToChart() {
  const place = useRef<HTMLSpanElement>(null);
  const toChart = (): void =>
    place.current
      ?.closest('.chart-panel')
      ?.querySelector<HTMLElement>('[role="application"], [role="grid"]')
      ?.focus();
  return { place, toChart };
}
