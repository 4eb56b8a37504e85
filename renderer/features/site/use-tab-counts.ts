import { useEffect } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAnswer } from '../../state/engine.tsx';
import { useKept } from '../../state/use-kept.ts';
import type { Tab } from '../../ui/inputs/tabs.tsx';
import { usePointCount } from '../points/use-point-count.ts';
import { isUnlisted } from '../sites/site-facts.ts';
import type { SiteTab } from './site-tabs.ts';

/**
 * Digits to leave space for, whether or not a count is known: a site has hundreds of files and points, and few models. With
 * less of it at the next visit, the tabs would stand elsewhere then.
 */
const ROOM = { files: 3, data: 3, models: 1 } as const;

type Count = Pick<Tab<SiteTab>, 'count' | 'room'>;

/**
 * The counts beside the names of the tabs; nothing while they are unknown. Counting points means reading the datamodels
 * completely, which is done only for their own tab, or if they were never counted. Otherwise the last count is shown.
 */
export function useTabCounts(
  site: string,
  tab: SiteTab,
  summary: SiteSummary | undefined,
): Readonly<Partial<Record<SiteTab, Count>>> {
  const isKept = summary !== undefined && summary.followed !== null;
  const ofFiles = useLastCount(`files.${site}.count`, ROOM.files);
  const ofMeasured = useLastCount(`files.${site}.measured`, ROOM.files);
  // What was counted of a site that was kept here is no count of what the service has since.
  const files = summary?.followed === null ? ofMeasured : ofFiles;
  const data = useLastCount(`points.${site}.count`, ROOM.data);
  const ofModels = useLastCount(`models.${site}.count`, ROOM.models);
  const isWanted = isKept && (tab === 'data' || data.last === null);
  const points = usePointCount(site, isWanted);
  const models = useAnswer('models.list', { site }, { enabled: isKept });
  const isWhole = summary?.pending === 0;
  const isOpen = summary !== undefined && isUnlisted(summary);
  /** No files, points and models of a site of which nothing is known are not none. */
  const known = (count: number | undefined): number | undefined =>
    isOpen && count === 0 ? undefined : count;
  const counted = summary?.categories?.reduce((sum, each) => sum + each.files, 0);
  const counts = {
    files: useKeptCount(files, known(counted), true),
    // Datamodels that are still to be fetched are counted once they are here.
    data: useKeptCount(data, known(points), isWhole && points !== 0),
    models: useKeptCount(ofModels, known(models.data?.length), true),
  };
  if (isKept) return counts;
  // Files of a site that is online only are counted for its overview; on other tabs no count is coming.
  const isAwaited = tab === 'overview' || counts.files.count !== undefined;
  return { files: isAwaited ? counts.files : {} };
}

interface LastCount {
  /** Null: none was ever known. */
  readonly last: number | null;
  readonly keep: (count: number) => void;
  readonly room: number;
}

/** The last known count, even from before the window was opened, and the space for one. */
function useLastCount(name: string, digits: number): LastCount {
  const [last, keep] = useKept<number | null>(name, null, isCount, 'window');
  return { last, keep, room: digits };
}

/** A count, or the last known one. `lasts`: this count may be kept for the next visit. */
function useKeptCount({ last, keep, room }: LastCount, count: number | undefined, lasts: boolean): Count {
  useEffect(() => {
    if (count !== undefined && lasts) keep(count);
  }, [count, lasts, keep]);
  return { count: count ?? last ?? undefined, room };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
