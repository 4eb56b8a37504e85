import { useMemo, type ReactNode, type RefObject } from 'react';
import { useText } from '../../text/use-text.ts';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { useTextScale } from '../../ui/look/text-size.ts';
import { usePointCount } from '../points/use-point-count.ts';
import { guttersOf } from './chart-lines.ts';
import { ChartPanelView } from './chart-panel.tsx';
import { lineMenu } from './line-menu.ts';
import type { Drawn } from './use-drawn.ts';
import type { Panels } from './use-panels.ts';
import type { Plots } from './use-plots.ts';
import type { Zoom } from './plot/use-zoom.ts';

interface ChartStackProps {
  readonly site: string;
  /** Only then are its points listed. */
  readonly isKept: boolean;
  /** The stack itself, which is measured. */
  readonly place: RefObject<HTMLDivElement | null>;
  /** Its pixels. */
  readonly width: number;
  readonly charts: Panels;
  readonly zoom: Zoom;
  readonly zone: string;
  readonly drawn: Drawn;
  readonly plots: Plots;
}

/** The charts, one below the other and linked. */
export function ChartStack(props: ChartStackProps): ReactNode {
  const { site, isKept, place, width, charts, zoom, zone, drawn, plots } = props;
  const t = useText();
  const { panels, readings, again } = drawn;
  const scale = useTextScale();
  const { view } = zoom;
  const points = usePointCount(site, isKept && panels.length === 0);
  const gutters = useMemo(() => guttersOf(panels, view, width, scale), [panels, view, width, scale]);
  return (
    <div ref={place} className="chart-stack">
      {/* Said once of all charts. */}
      <span className="visually-hidden" role="status">
        {readings.loading ? t('charts.loading') : ''}
      </span>
      {panels.map((panel) => (
        <ChartPanelView
          key={panel.panel.id}
          {...panel}
          site={site}
          link={zoom.link}
          range={view}
          zone={zone}
          gutters={gutters}
          width={width}
          loading={readings.loading}
          ends={{ zoomed: zoom.show, reset: zoom.live }}
          onFetch={again}
          menuOf={(line) => lineMenu(line, panels, charts, t)}
          onView={plots.keep}
        />
      ))}
      {panels.length === 0 && (
        <EmptyState icon="activity" title={t('charts.nothing')}>
          {t(isKept ? (points === 0 ? 'charts.nothingListed' : 'charts.nothingWhy') : 'charts.nothingUnkept')}
        </EmptyState>
      )}
    </div>
  );
}
