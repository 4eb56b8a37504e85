import { useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useText } from '../../text/use-text.ts';
import { Scroll } from '../../ui/layout/page-head.tsx';
import { SplitView } from '../../ui/layout/split-view.tsx';
import { useWidth } from '../../ui/browser/use-width.ts';
import { useWindowWidth } from '../../ui/browser/use-window-width.ts';
import { ChartStack } from './chart-stack.tsx';
import { ChartsHead } from './charts-head.tsx';
import './charts.css';
import { OverviewBrush } from './overview-brush.tsx';
import { PointsSide } from './points/points-side.tsx';
import { RangeBar } from './time/range-bar.tsx';
import { SeriesNotice } from './reading/series-notice.tsx';
import { useDrawn } from './use-drawn.ts';
import { usePanels } from './use-panels.ts';
import { usePlots } from './use-plots.ts';
import { useZoom } from './plot/use-zoom.ts';
import { useZones } from './time/zone-choice.ts';

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
  const zones = useZones(site.timezone);
  const zone = zones.shown;
  const zoom = useZoom(site.id, zones.site);
  const stack = useRef<HTMLDivElement>(null);
  const width = useWidth(stack, 800);
  const drawn = useDrawn(site.id, charts, zoom.view, width);
  const plots = usePlots();
  const roomForPoints = roomForPointsIn(useWindowWidth());
  const shared = { charts, zoom, zone, drawn, plots };
  return (
    <SplitView
      side="start"
      width={roomForPoints}
      min={200}
      max={420}
      storageKey="charts"
      label={t('charts.series')}
      details={<PointsSide site={site.id} charts={charts} lines={drawn.lines} />}
    >
      <RangeBar
        history={zoom.history}
        view={zoom.view}
        zones={zones}
        onShow={zoom.show}
        onBack={zoom.back}
        onForward={zoom.forward}
        onLive={zoom.live}
      />
      {head !== null && createPortal(<ChartsHead site={site} {...shared} />, head)}
      <SeriesNotice readings={drawn.readings} zone={zone} />
      <Scroll label={t('charts.tab')}>
        <ChartStack site={site.id} isKept={site.followed !== null} place={stack} width={width} {...shared} />
      </Scroll>
      {drawn.panels.length > 0 && (
        <OverviewBrush
          site={site.id}
          link={zoom.link}
          view={zoom.view}
          zone={zone}
          lines={drawn.lines}
          onZoom={zoom.show}
          version={drawn.came}
        />
      )}
    </SplitView>
  );
}

/** Width of the list of points, px: wide enough for whole names if the chart has room to spare. */
function roomForPointsIn(windowWidth: number): number {
  return Math.round(Math.min(360, Math.max(216, windowWidth * 0.215)));
}
