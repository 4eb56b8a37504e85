import { useRef } from 'react';
import { useKept } from '../../state/kept.ts';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/toast.tsx';
import {
  arePanels,
  idsOf,
  MOST_PANELS,
  MOST_SERIES,
  moveSeries,
  withoutSeries,
  withSeries,
  type ChartPanel,
  type PointFacts,
} from './panels.ts';
import { usePoints, type PointsIndex } from './points.ts';
import { useWanted } from './use-wanted.ts';

const NO_PANELS: readonly ChartPanel[] = [];

/** The charts of a site, and how series come onto them and off. */
export interface Panels {
  readonly panels: readonly ChartPanel[];
  /** Of all series on the charts. */
  readonly ids: readonly string[];
  readonly points: PointsIndex;
  readonly show: (panels: readonly ChartPanel[]) => void;
  readonly add: (id: string) => void;
  readonly remove: (id: string) => void;
  /** Adds or removes a point whose unit is known already. */
  readonly toggle: (point: Pick<PointFacts, 'id' | 'unit'>, isCharted: boolean) => void;
  /** Into another chart; null: into one of its own. */
  readonly move: (id: string, target: string | null) => void;
}

/** An address with `?series=ID` puts one more series on the charts. */
export function usePanels(site: string): Panels {
  const t = useText();
  const [panels, show] = useKept(`charts.panels.${site}`, NO_PANELS, arePanels);
  const ids = idsOf(panels);
  const points = usePoints(site, ids);
  // Who picks the next point at once is ahead of the answer that tells the unit of the one before.
  const picked = useRef(new Map<string, string | null>());
  const unitOf = (id: string): string | null => points.of(id).unit ?? picked.current.get(id) ?? null;
  const addBy = (id: string, unitOfEach: (id: string) => string | null): void => {
    const next = withSeries(panels, id, unitOfEach);
    if (!idsOf(next).includes(id)) toast(t('charts.full', { series: MOST_SERIES, charts: MOST_PANELS }));
    show(next);
  };
  const remove = (id: string): void => show(withoutSeries(panels, id));
  useWanted(site, ids, addBy);
  return {
    panels,
    ids,
    points,
    show,
    add: (id) => addBy(id, unitOf),
    remove,
    toggle: ({ id, unit }, isCharted) => {
      picked.current.set(id, unit);
      if (isCharted) addBy(id, unitOf);
      else remove(id);
    },
    move: (id, target) => show(moveSeries(panels, id, target)),
  };
}
