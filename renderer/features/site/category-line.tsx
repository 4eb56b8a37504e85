import type { ReactNode } from 'react';
import type { FileStatus } from '../../../shared/ipc/files.ts';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { categoryLabel, isKept } from '../../../shared/model/category.ts';
import { hrefOf } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { format } from '../../ui/words/format.ts';
import { EVERYTHING, paramsOf } from '../files/file-filter.ts';
import { issueTarget } from '../../state/issue-target.ts';
import { ReadinessLine, type LineIcon } from './readiness-line.tsx';

/** How many are not kept here, if some are. */
export function notKept(all: number, here: number, t: ReturnType<typeof useText>): string {
  return here === 0 ? t('overview.notKept') : t('overview.someNotKept', { count: all - here });
}

/** No check mark while a file waits, for a decision or to be sent. */
function iconOf(
  { unread, unsent }: CategoryCount,
  {
    conflicts,
    isKept: isSiteKept,
    isWhole,
  }: { readonly conflicts: number; readonly isKept: boolean; readonly isWhole: boolean },
): LineIcon {
  if (conflicts > 0) return 'conflict';
  if (unread > 0) return 'warn';
  if (isWhole) return unsent > 0 ? 'upload' : 'ok';
  return isSiteKept ? 'half' : 'cloud';
}

/** The states of a file that is to be sent. Both sides of a conflict that nobody has to decide count too. */
const TO_SEND: readonly FileStatus[] = ['conflict', 'failed', 'waiting', 'queued', 'uploading'];

/**
 * A link to what is still open in a category: conflicts to be decided, or the files to be sent. None if others are
 * still to be fetched, since these have the same states.
 */
function openOf(
  site: SiteSummary,
  { category, files, here, unread, unsent }: CategoryCount,
  conflicts: readonly string[],
): string | null {
  if (files === 0 || site.folderAway) return null;
  if (conflicts[0] !== undefined) return hrefOf(issueTarget(site.id, conflicts[0]));
  if (unread > 0 || unsent === 0 || here < files) return null;
  const params = paramsOf({ ...EVERYTHING, category, status: [...TO_SEND] });
  return hrefOf({ screen: 'site', site: site.id, tab: 'files', params });
}

/** Also a drop target: files dropped here go to this category. */
export function CategoryLine({
  site,
  count,
  conflicts,
}: {
  readonly site: SiteSummary;
  readonly count: CategoryCount;
  /** My side of each. */
  readonly conflicts: readonly string[];
}): ReactNode {
  const t = useText();
  const { category, files, here, bytes, bytesHere, unread, unsent } = count;
  const label = categoryLabel(category);
  const isWhole = site.followed !== null && here >= files && !site.folderAway;
  const detail = (): string => {
    if (files === 0 || site.folderAway) return '';
    // A category is not done while one of its files waits for a decision, even if all are here.
    if (conflicts.length > 0) return t('overview.conflicts', { count: conflicts.length });
    if (unread > 0) return t('overview.unread', { count: unread });
    // "All here" might be read as "all on the service".
    if (unsent > 0) return t('overview.unsent', { count: unsent });
    if (isWhole) return t('overview.allHere');
    if (!isKept(site.followed?.keep ?? site.keptBefore ?? 'all', category)) return notKept(files, here, t);
    const size = format.bytes(bytes - bytesHere);
    return t(site.held > 0 ? 'overview.notHere' : 'overview.toFetch', { size });
  };
  return (
    <ReadinessLine
      icon={iconOf(count, { conflicts: conflicts.length, isKept: site.followed !== null, isWhole })}
      label={label}
      href={
        site.followed === null
          ? null
          : hrefOf({ screen: 'site', site: site.id, tab: 'files', params: { category } })
      }
      share={files === 0 || site.folderAway ? null : here / files}
      count={
        files === 0
          ? t('overview.none')
          : isWhole || site.followed === null
            ? format.count(files)
            : t('overview.ofFiles', { here, all: files })
      }
      counted={
        files === 0
          ? undefined
          : isWhole || site.followed === null
            ? t('sites.files', { count: files })
            : t('sites.filesOf', { here, count: files })
      }
      detail={detail()}
      detailHref={openOf(site, count, conflicts)}
      drop={category}
    />
  );
}
