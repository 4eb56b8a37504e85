import { useMemo, useRef } from 'react';
import { areColours, LONGEST_ID, type Colours } from '../../../shared/model/series.ts';
import { useKept } from '../../state/use-kept.ts';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { coloursOf } from './colours.ts';
import {
  arePanels,
  idsOf,
  MOST_PANELS,
  MOST_SERIES,
  moveSeries,
  withoutSeries,
  withoutTooLong,
  withSeries,
  type ChartPanel,
  type PointFacts,
} from './panels.ts';
import { usePoints, type PointsIndex } from './points/points.ts';
import { useWanted } from './points/use-wanted.ts';

const NO_PANELS: readonly ChartPanel[] = [];
const NO_COLOURS: Colours = {};

/** The charts of a site, and how series come onto them and off. */
export interface Panels {
  readonly panels: readonly ChartPanel[];
  /** Of all series on the charts. */
  readonly ids: readonly string[];
  /** Of each of them, for as long as it is charted. */
  readonly colours: Colours;
  readonly points: PointsIndex;
  /** Shows other charts, in these colours if they name any. */
  readonly show: (panels: readonly ChartPanel[], colours?: Colours) => void;
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
  const [noted, keepPanels] = useKept(`charts.panels.${site}`, NO_PANELS, arePanels);
  // Before the entry refused them a pasted column of ids could be noted as one.
  const panels = useMemo(() => withoutTooLong(noted), [noted]);
  const [kept, keepColours] = useKept(`charts.colours.${site}`, NO_COLOURS, areColours);
  const ids = idsOf(panels);
  const colours = useMemo(() => coloursOf(kept, idsOf(panels)), [kept, panels]);
  const show = (next: readonly ChartPanel[], its: Colours = colours): void => {
    keepPanels(next);
    keepColours(coloursOf(its, idsOf(next)));
  };
  const points = usePoints(site, ids);
  // Someone who picks the next point at once is ahead of the answer with the unit of the one before.
  const picked = useRef(new Map<string, string | null>());
  const unitOf = (id: string): string | null => points.of(id).unit ?? picked.current.get(id) ?? null;
  const addBy = (id: string, unitOfEach: (id: string) => string | null): void => {
    if (id.length > LONGEST_ID) {
      toast(t('charts.tooLong', { count: LONGEST_ID }), { tone: 'bad' });
      return;
    }
    const next = withSeries(panels, id, unitOfEach);
    if (!idsOf(next).includes(id)) toast(t('charts.full', { series: MOST_SERIES, charts: MOST_PANELS }));
    show(next);
  };
  const remove = (id: string): void => show(withoutSeries(panels, id));
  useWanted(site, ids, addBy);
  return {
    panels,
    ids,
    colours,
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
