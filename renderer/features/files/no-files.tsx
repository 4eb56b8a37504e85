import type { ReactNode } from 'react';
import type { FilePage } from '../../../shared/ipc/files.ts';
import { useSite } from '../../state/use-site.ts';
import { useStill } from '../../state/use-still.ts';
import { hrefOf } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button, TextLink } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { KeepSite } from '../sites/keep-site.tsx';

interface NoFilesProps {
  readonly site: string;
  readonly page: FilePage;
  /** The letters that the list is narrowed to. */
  readonly text: string;
  readonly onClearFilter: () => void;
}

/** Why there is no list yet. */
const LACKING = {
  offline: ['wifiOff', 'files.offlineWhy'],
  signIn: ['key', 'files.signedOutWhy'],
  paused: ['pause', 'files.pausedWhy'],
  none: ['sync', 'files.listingWhy'],
} as const;

/** Why the list is empty, and the one thing to do about it. */
export function NoFiles({ site, page, text, onClearFilter }: NoFilesProps): ReactNode {
  const t = useText();
  const still = useStill();
  const summary = useSite(site);
  if (page.all > 0)
    return (
      <EmptyState
        icon="filter"
        title={t('files.hidden', { count: page.all })}
        action={<Button onPress={onClearFilter}>{t('files.clearFilter')}</Button>}
      >
        {text.trim() !== '' && (
          <>
            {t('files.hiddenWhy')}{' '}
            <TextLink href={hrefOf({ screen: 'activity', params: { text } })}>
              {t('files.inActivity')}
            </TextLink>
          </>
        )}
      </EmptyState>
    );
  if (summary?.followed === null)
    return (
      <EmptyState icon="cloud" title={t('files.notKept')} action={<KeepSite site={site} />}>
        {t('files.notKeptWhy')}
      </EmptyState>
    );
  const [icon, why] = LACKING[still ?? 'none'];
  if (summary?.listedAt === null)
    return (
      <EmptyState icon={icon} title={t('files.neverListed')}>
        {summary.trouble ?? t(why)}
      </EmptyState>
    );
  return (
    <EmptyState icon="folder" title={t('files.none')}>
      {t('files.noneWhy')}
    </EmptyState>
  );
}
