import { useCallback, useRef } from 'react';
import type { DrawnPanel } from './chart-lines.ts';
import type { PicturePanel } from './export/export-png.ts';
import type { PlotView } from './plot/plot-view.ts';

/** The plots that stand on the page. */
export interface Plots {
  /** Null: the panel has none any more. */
  readonly keep: (panel: string, plot: PlotView | null) => void;
  /** Those of these panels; one that is shown as a table has none. */
  readonly picturesOf: (panels: readonly DrawnPanel[]) => readonly PicturePanel[];
}

export function usePlots(): Plots {
  const plots = useRef(new Map<string, PlotView>());
  const keep = useCallback((panel: string, plot: PlotView | null) => {
    if (plot === null) plots.current.delete(panel);
    else plots.current.set(panel, plot);
  }, []);
  const picturesOf = useCallback(
    (panels: readonly DrawnPanel[]) =>
      panels.flatMap(({ panel, ...rest }) => {
        const plot = plots.current.get(panel.id);
        return plot === undefined ? [] : [{ ...rest, view: plot }];
      }),
    [],
  );
  return { keep, picturesOf };
}
