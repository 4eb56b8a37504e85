import type { ReactNode } from 'react';
import type { FilePage } from '../../../shared/ipc/files.ts';
import { useAnswer, useAppFact } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeepSite } from '../sites/keep-site.tsx';

interface NoFilesProps {
  readonly site: string;
  readonly page: FilePage;
  readonly onClearFilter: () => void;
}

/** Why the list is empty, and the one thing to do about it. */
export function NoFiles({ site, page, onClearFilter }: NoFilesProps): ReactNode {
  const t = useText();
  const connection = useAppFact((state) => state.connection);
  const summary = useAnswer('sites.list', null).data?.find(({ id }) => id === site);
  if (page.all > 0)
    return (
      <EmptyState
        icon="filter"
        title={t('files.hidden', { count: page.all })}
        action={<Button onPress={onClearFilter}>{t('files.clearFilter')}</Button>}
      />
    );
  if (summary?.followed === null)
    return (
      <EmptyState icon="cloud" title={t('files.notKept')} action={<KeepSite site={site} />}>
        {t('files.notKeptWhy')}
      </EmptyState>
    );
  if (summary?.listedAt === null)
    return (
      <EmptyState icon={connection === 'offline' ? 'wifiOff' : 'sync'} title={t('files.neverListed')}>
        {summary.trouble ?? t(connection === 'offline' ? 'files.offlineWhy' : 'files.listingWhy')}
      </EmptyState>
    );
  return (
    <EmptyState icon="folder" title={t('files.none')}>
      {t('files.noneWhy')}
    </EmptyState>
  );
}
