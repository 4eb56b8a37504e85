import type { ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { ExportMenu } from './export/export-menu.tsx';
import type { Drawn } from './use-drawn.ts';
import type { Panels } from './use-panels.ts';
import type { Plots } from './use-plots.ts';
import type { Zoom } from './plot/use-zoom.ts';
import { ViewsMenu } from './views/views-menu.tsx';

interface ChartsHeadProps {
  readonly site: SiteSummary;
  readonly charts: Panels;
  readonly zoom: Zoom;
  readonly zone: string;
  readonly drawn: Drawn;
  readonly plots: Plots;
}

/** What can be done with the charts as a whole: their saved views, and the export. */
export function ChartsHead({ site, charts, zoom, zone, drawn, plots }: ChartsHeadProps): ReactNode {
  return (
    <>
      <ViewsMenu
        site={site.id}
        points={charts.points}
        panels={charts.panels}
        colours={charts.colours}
        shown={zoom.history.now}
        onApply={(next, shown, colours) => {
          charts.show(next, colours);
          zoom.show(shown);
        }}
      />
      <ExportMenu
        site={site.id}
        siteName={site.name}
        lines={drawn.lines}
        range={zoom.view}
        zone={zone}
        pictures={() => plots.picturesOf(drawn.panels)}
      />
    </>
  );
}
