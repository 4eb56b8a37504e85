import { useMemo } from 'react';
import { drawnPanels, type DrawnPanel } from './chart-lines.ts';
import type { ChartLine } from './plot/line.ts';
import type { Range } from './time/range.ts';
import { useFreshHealth } from './reading/use-fresh-health.ts';
import type { Panels } from './use-panels.ts';
import { useSeries, type Readings } from './reading/use-series.ts';

/** The charts of a site with what was read for them. */
export interface Drawn {
  readonly panels: readonly DrawnPanel[];
  /** Those of all panels. */
  readonly lines: readonly ChartLine[];
  readonly readings: Readings;
  /** Asks for the readings again. */
  readonly again: () => void;
  /** When the readings came; null while more are on their way. */
  readonly came: number | null;
}

/** `width`: pixels that the charts are wide. */
export function useDrawn(site: string, charts: Panels, range: Range, width: number): Drawn {
  const { ids, panels, points, colours } = charts;
  const columns = Math.min(8000, Math.max(100, Math.round(width * Math.min(devicePixelRatio, 2))));
  const { readings, again } = useSeries({ site, ids, range, columns });
  const came = readings.loading ? null : readings.fetchedAt;
  useFreshHealth(site, ids, came);
  const { byId } = readings;
  const drawn = useMemo(() => drawnPanels(panels, points, byId, colours), [panels, points, byId, colours]);
  const lines = useMemo(() => drawn.flatMap((panel) => panel.lines), [drawn]);
  return { panels: drawn, lines, readings, again, came };
}
