import { useCallback, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useKept } from '../../state/kept.ts';
import { useText } from '../../text/use-text.ts';
import { PointsBrowser } from '../points/points-browser.tsx';
import { IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';
import { Scroll } from '../../ui/page-head.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SplitView } from '../../ui/split-view.tsx';
import { toast } from '../../ui/toast.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { drawnPanels, guttersOf } from './chart-lines.ts';
import { ChartPanelView } from './chart-panel.tsx';
import './charts.css';
import { ExportMenu } from './export-menu.tsx';
import { OverviewBrush } from './overview-brush.tsx';
import {
  idsOf,
  MOST_PANELS,
  MOST_SERIES,
  moveSeries,
  withoutSeries,
  withSeries,
  type ChartPanel,
} from './panels.ts';
import { hueOf, type ChartLine } from './plot/line.ts';
import type { PlotView } from './plot/plot-view.ts';
import { PointsEntry } from './points-entry.tsx';
import { usePoints } from './points.ts';
import { RangeBar } from './range-bar.tsx';
import { SeriesNotice } from './series-notice.tsx';
import { useSeries } from './use-series.ts';
import { useWanted } from './use-wanted.ts';
import { useZoom } from './use-zoom.ts';
import { ViewsMenu } from './views-menu.tsx';
import { useZones } from './zone-choice.ts';

const NO_PANELS: readonly ChartPanel[] = [];

interface ChartsTabProps {
  readonly site: SiteSummary;
  /** Where the screen has its actions: views and export are of the whole tab. Null until it is there. */
  readonly head: HTMLElement | null;
}

/**
 * The timeseries of a site: points on the left, linked charts, an overview below them. An address with `?series=ID` puts
 * one more on the charts.
 */
export function ChartsTab({ site, head }: ChartsTabProps): ReactNode {
  const t = useText();
  const [panels, setPanels] = useKept(`charts.panels.${site.id}`, NO_PANELS);
  const points = usePoints(site.id, idsOf(panels));
  const zones = useZones(site.timezone);
  const zoom = useZoom(site.id, zones.site);
  const { link, view } = zoom;
  const stack = useRef<HTMLDivElement>(null);
  const width = useWidth(stack, 800);
  const columns = Math.min(8000, Math.max(100, Math.round(width * Math.min(devicePixelRatio, 2))));
  const { readings, again } = useSeries({ site: site.id, ids: idsOf(panels), range: view, columns });
  const drawn = useMemo(() => drawnPanels(panels, points, readings.byId), [panels, points, readings.byId]);
  const roomForPoints = useSyncExternalStore(onResize, readRoomForPoints);
  const gutters = useMemo(() => guttersOf(drawn, width), [drawn, width]);
  const lines = useMemo(() => drawn.flatMap((panel) => panel.lines), [drawn]);
  // Who picks the next point at once is ahead of the answer that tells the unit of the one before.
  const picked = useRef(new Map<string, string | null>());
  const unitOf = (id: string): string | null => points.of(id).unit ?? picked.current.get(id) ?? null;
  const add = (id: string, unitOfEach: (id: string) => string | null): void => {
    const next = withSeries(panels, id, unitOfEach);
    if (!idsOf(next).includes(id)) toast(t('charts.full', { series: MOST_SERIES, charts: MOST_PANELS }));
    setPanels(next);
  };
  const remove = (id: string): void => setPanels(withoutSeries(panels, id));
  useWanted(site.id, idsOf(panels), add);
  const plots = useRef(new Map<string, PlotView>());
  const keepPlot = useCallback((panel: string, plot: PlotView | null) => {
    if (plot === null) plots.current.delete(panel);
    else plots.current.set(panel, plot);
  }, []);
  const menuOf = (line: ChartLine): readonly MenuEntry[] => {
    const own = drawn.find((panel) => panel.lines.includes(line));
    const move = (target: string | null): void => setPanels(moveSeries(panels, line.id, target));
    return [
      ...(own !== undefined && own.lines.length > 1
        ? [{ id: 'own', label: t('charts.ownPanel'), onAction: () => move(null) }]
        : []),
      ...drawn
        .filter((panel) => panel !== own)
        .map(({ panel, title }) => ({
          id: panel.id,
          label: t('charts.toPanel', { title }),
          onAction: () => move(panel.id),
        })),
      { id: 'remove', label: t('charts.remove'), icon: 'close', onAction: () => remove(line.id) },
    ];
  };
  return (
    <SplitView
      side="start"
      width={roomForPoints}
      min={200}
      max={420}
      storageKey="charts"
      label={t('charts.series')}
      details={
        <PointsBrowser
          site={site.id}
          selected={idsOf(panels)}
          onSelect={(ids, point) => {
            picked.current.set(point.id, point.unit);
            if (ids.includes(point.id)) add(point.id, unitOf);
            else remove(point.id);
          }}
          colourOf={(id) => {
            const line = lines.find((each) => each.id === id);
            return line === undefined ? undefined : `var(${hueOf(line.colour)})`;
          }}
          tools={
            <Popover
              label={t('charts.addPoint')}
              trigger={<IconButton icon="plus" label={t('charts.addPoint')} />}
            >
              <PointsEntry lines={lines} onAdd={(id) => add(id, unitOf)} onRemove={remove} />
            </Popover>
          }
        />
      }
    >
      <RangeBar
        history={zoom.history}
        view={view}
        zones={zones}
        onShow={zoom.show}
        onBack={zoom.back}
        onForward={zoom.forward}
        onLive={zoom.live}
      />
      {head !== null &&
        createPortal(
          <>
            <ViewsMenu
              site={site.id}
              points={points}
              panels={panels}
              shown={zoom.history.now}
              onApply={(next, shown) => {
                setPanels(next);
                zoom.show(shown);
              }}
            />
            <ExportMenu
              site={site.id}
              siteName={site.name}
              lines={lines}
              range={view}
              zone={zones.shown}
              pictures={() =>
                drawn.flatMap(({ panel, ...rest }) => {
                  const plot = plots.current.get(panel.id);
                  return plot === undefined ? [] : [{ ...rest, view: plot }];
                })
              }
            />
          </>,
          head,
        )}
      <SeriesNotice readings={readings} zone={zones.shown} />
      <Scroll label={t('charts.tab')}>
        <div ref={stack} className="chart-stack">
          {drawn.map((panel) => (
            <ChartPanelView
              key={panel.panel.id}
              {...panel}
              link={link}
              range={view}
              zone={zones.shown}
              gutters={gutters}
              width={width}
              loading={readings.loading}
              ends={{ zoomed: zoom.show, reset: zoom.live }}
              onFetch={again}
              menuOf={menuOf}
              onView={keepPlot}
            />
          ))}
          {drawn.length === 0 && (
            <EmptyState icon="activity" title={t('charts.nothing')}>
              {t('charts.nothingWhy')}
            </EmptyState>
          )}
        </div>
      </Scroll>
      {drawn.length > 0 && (
        <OverviewBrush
          site={site.id}
          link={link}
          view={view}
          zone={zones.shown}
          lines={lines}
          onZoom={zoom.show}
          version={readings.loading ? null : readings.fetchedAt}
        />
      )}
    </SplitView>
  );
}

/** Pixels of the list of points: its names are read whole where the chart has room to spare. */
function readRoomForPoints(): number {
  return Math.round(Math.min(360, Math.max(216, innerWidth * 0.215)));
}

function onResize(tell: () => void): () => void {
  addEventListener('resize', tell);
  return () => removeEventListener('resize', tell);
}
