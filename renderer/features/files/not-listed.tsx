import type { ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useStill } from '../../state/use-still.ts';
import { useText } from '../../text/use-text.ts';
import { STILL_ICONS } from '../../ui/icons/still-icon.ts';
import { EmptyState } from '../../ui/telling/empty-state.tsx';

/** Why there is no list yet. */
const LACKING = {
  offline: 'files.offlineWhy',
  signIn: 'files.signedOutWhy',
  paused: 'files.pausedWhy',
  none: 'files.listingWhy',
} as const;

/** In place of whatever comes from the files of a kept site before the service has listed them: they are not none. */
export function NotListed({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const still = useStill() ?? 'none';
  return (
    <EmptyState icon={STILL_ICONS[still]} title={t('files.neverListed')}>
      {site.trouble ?? t(LACKING[still])}
    </EmptyState>
  );
}
