import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useText } from '../../text/use-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Scroll } from '../../ui/page-head.tsx';
import { SplitView } from '../../ui/split-view.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { useWindowWidth } from '../../ui/use-window-width.ts';
import { drawnPanels, guttersOf } from './chart-lines.ts';
import { ChartPanelView } from './chart-panel.tsx';
import './charts.css';
import { ExportMenu } from './export-menu.tsx';
import { lineMenu } from './line-menu.ts';
import { OverviewBrush } from './overview-brush.tsx';
import type { PlotView } from './plot/plot-view.ts';
import { PointsSide } from './points-side.tsx';
import { RangeBar } from './range-bar.tsx';
import { SeriesNotice } from './series-notice.tsx';
import { useFreshHealth } from './use-fresh-health.ts';
import { usePanels } from './use-panels.ts';
import { useSeries } from './use-series.ts';
import { useZoom } from './use-zoom.ts';
import { ViewsMenu } from './views-menu.tsx';
import { useZones } from './zone-choice.ts';

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
  const charts = usePanels(site.id);
  const { ids, panels, points } = charts;
  const zones = useZones(site.timezone);
  const zoom = useZoom(site.id, zones.site);
  const { link, view } = zoom;
  const stack = useRef<HTMLDivElement>(null);
  const width = useWidth(stack, 800);
  const columns = Math.min(8000, Math.max(100, Math.round(width * Math.min(devicePixelRatio, 2))));
  const { readings, again } = useSeries({ site: site.id, ids, range: view, columns });
  const came = readings.loading ? null : readings.fetchedAt;
  useFreshHealth(site.id, ids, came);
  const drawn = useMemo(() => drawnPanels(panels, points, readings.byId), [panels, points, readings.byId]);
  const roomForPoints = roomForPointsIn(useWindowWidth());
  const gutters = useMemo(() => guttersOf(drawn, width), [drawn, width]);
  const lines = useMemo(() => drawn.flatMap((panel) => panel.lines), [drawn]);
  const plots = useRef(new Map<string, PlotView>());
  const keepPlot = useCallback((panel: string, plot: PlotView | null) => {
    if (plot === null) plots.current.delete(panel);
    else plots.current.set(panel, plot);
  }, []);
  return (
    <SplitView
      side="start"
      width={roomForPoints}
      min={200}
      max={420}
      storageKey="charts"
      label={t('charts.series')}
      details={<PointsSide site={site.id} charts={charts} lines={lines} />}
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
                charts.show(next);
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
              menuOf={(line) => lineMenu(line, drawn, charts, t)}
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
          version={came}
        />
      )}
    </SplitView>
  );
}

/** Pixels of the list of points: its names are read whole where the chart has room to spare. */
function roomForPointsIn(windowWidth: number): number {
  return Math.round(Math.min(360, Math.max(216, windowWidth * 0.215)));
}
