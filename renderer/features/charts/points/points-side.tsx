import type { ReactNode } from 'react';
import { useText } from '../../../text/use-text.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { PointsBrowser } from '../../points/points-browser.tsx';
import { hueOf, type ChartLine } from '../plot/line.ts';
import { PointsEntry } from './points-entry.tsx';
import type { Panels } from '../use-panels.ts';

interface PointsSideProps {
  readonly site: string;
  readonly charts: Panels;
  readonly lines: readonly ChartLine[];
}

/** The points of a site beside its charts: those that are charted are picked, and have the hue of their line. */
export function PointsSide({ site, charts, lines }: PointsSideProps): ReactNode {
  const t = useText();
  return (
    <PointsBrowser
      site={site}
      selected={charts.ids}
      onSelect={(ids, point) => charts.toggle(point, ids.includes(point.id))}
      colourOf={(id) => {
        const line = lines.find((each) => each.id === id);
        return line === undefined ? undefined : `var(${hueOf(line.colour)})`;
      }}
      tools={
        <Popover
          label={t('charts.addPoint')}
          trigger={<IconButton icon="plus" label={t('charts.addPoint')} />}
        >
          <PointsEntry lines={lines} onAdd={charts.add} onRemove={charts.remove} />
        </Popover>
      }
    />
  );
}
