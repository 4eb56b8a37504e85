import type { ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useAnswer } from '../../state/engine.tsx';
import { troublesOf } from '../../state/troubles.ts';
import { useStill } from '../../state/use-still.ts';
import { useText } from '../../text/use-text.ts';
import { format } from '../../ui/words/format.ts';
import { comes, type Holding } from '../sites/site-facts.ts';

/** Calls nothing complete before the service was asked. */
export function ReadinessHeadline({
  site,
  holding,
}: {
  readonly site: SiteSummary;
  readonly holding: Holding | null;
}): string {
  const t = useText();
  const still = useStill();
  if (site.followed === null) return t('overview.onlineOnly');
  if (holding === null || site.listedAt === null)
    return still === null ? t('overview.looking') : t('sites.waitingWhy', { why: t(`sites.still.${still}`) });
  if (site.folderAway) return t('overview.folderAway');
  if (holding.files === 0) return t('overview.noFiles');
  const missing = holding.files - holding.here;
  if (holding.unread > 0) return t('overview.unreadHeadline', { count: holding.unread });
  if (missing <= 0) return t('overview.complete');
  return t(site.held === 0 && comes(site, holding) ? 'overview.missing' : 'overview.away', {
    count: missing,
  });
}

interface SubtitleProps {
  readonly site: SiteSummary;
  readonly holding: Holding | null;
  readonly whyNot: string | null;
}

export function ReadinessSubtitle({ site, holding, whyNot }: SubtitleProps): ReactNode {
  const t = useText();
  if (whyNot !== null) return t('overview.cannotCount', { why: whyNot });
  if (site.followed === null)
    return holding === null
      ? t('overview.counting')
      : t('overview.online', { count: holding.files, size: format.bytes(holding.bytes) });
  if (holding === null || site.listedAt === null) return t('overview.lookingWhy');
  const { here, files, bytes, bytesHere, unsent } = holding;
  if (site.folderAway) return t('overview.wereHere', { here, count: files });
  if (here >= files) return <WholeWords site={site} holding={holding} />;
  const some = t('overview.hereOf', { here, count: files, size: format.bytesOf(bytesHere, bytes) });
  return `${some} ${unsent > 0 ? t('overview.unsentOf', { count: unsent }) : deliveredWords(site, t)}`;
}

/**
 * Says that every file is on the service, and since when, for people who hand over a site or make room. Empty if
 * anything is open.
 */
function deliveredWords(site: SiteSummary, t: ReturnType<typeof useText>): string {
  if (site.pending + troublesOf(site) > 0 || site.syncedAt === null) return '';
  return t('overview.allThere', { time: format.when(site.syncedAt) });
}

interface WholeWordsProps {
  readonly site: SiteSummary;
  readonly holding: Holding;
}

/** Says that all files are here, together with what is not on the service yet or still open. */
function WholeWords({ site, holding: { files, bytesHere, unsent } }: WholeWordsProps): string {
  const t = useText();
  const models = useAnswer('models.list', { site: site.id }).data ?? [];
  const away = models.filter(({ state }) => state !== 'here' && state !== 'out-of-date').length;
  const open = troublesOf(site);
  const words = [
    files === 0
      ? t('overview.noFilesWhy')
      : t('overview.filesHere', { count: files, size: format.bytes(bytesHere) }),
    unsent > 0 ? t('overview.unsentOf', { count: unsent }) : null,
    away > 0 ? t('overview.modelsAway', { count: away }) : null,
    open > 0 ? t('overview.issuesOpen', { count: open }) : null,
    files > 0 && unsent === 0 ? deliveredWords(site, t) : null,
  ];
  return words.filter((each) => each !== null && each !== '').join(' ');
}
