import { useEffect, useState } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAnswer } from '../../state/engine.tsx';
import { useKept } from '../../state/use-kept.ts';
import type { Tab } from '../../ui/inputs/tabs.tsx';

export const TABS = ['overview', 'files', 'data', 'models', 'activity'] as const;
export type SiteTab = (typeof TABS)[number];

/** One line is asked for: how many there are comes with it. */
const ANY_POINT = {
  filter: { text: '', favourites: false },
  folding: { all: true, except: [] },
  offset: 0,
  limit: 1,
};

/** Digits that have room while nothing is known of a site: it has hundreds of files and points, and few models. */
const ROOM = { files: 3, data: 3, models: 1 } as const;

type Count = Pick<Tab<SiteTab>, 'count' | 'room'>;

/**
 * How much is behind a tab; nothing while that is not known, and where there is nothing. Points are counted by reading the
 * datamodels whole, which is done for their own tab alone: before that, the last count stands.
 */
export function useTabCounts(
  site: string,
  tab: SiteTab,
  summary: SiteSummary | undefined,
): Readonly<Partial<Record<SiteTab, Count>>> {
  const isKept = summary !== undefined && summary.followed !== null;
  const points = useAnswer('points.page', { site, ...ANY_POINT }, { enabled: isKept && tab === 'data' });
  const models = useAnswer('models.list', { site }, { enabled: isKept });
  const data = useLastCount(`points.${site}.count`, ROOM.data, points.data?.points);
  const ofModels = useLastCount(`models.${site}.count`, ROOM.models, models.data?.length);
  const counted = summary?.categories?.reduce((sum, each) => sum + each.files, 0);
  const files = useLastCount(`files.${site}.count`, ROOM.files, counted);
  return isKept ? { files, data: orNone(data), models: orNone(ofModels) } : { files };
}

/** A count, or the last one that was known, also before the window was opened; room for it where there was none. */
function useLastCount(name: string, digits: number, count: number | undefined): Count {
  const [last, keep] = useKept<number | null>(name, null, isCount, 'window');
  // The room stays once the count has come into it.
  const [room] = useState(last === null ? digits : 0);
  useEffect(() => {
    if (count !== undefined) keep(count);
  }, [count, keep]);
  return { count: count ?? last ?? undefined, room };
}

/** Where there are none, no number is shown. */
const orNone = ({ count, room }: Count): Count => ({ count: count === 0 ? undefined : count, room });

const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
