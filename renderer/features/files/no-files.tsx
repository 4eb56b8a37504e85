import type { ReactNode } from 'react';
import type { FilePage } from '../../../shared/ipc/files.ts';
import { useSite } from '../../state/use-site.ts';
import { hrefOf } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button, TextLink } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { KeepSite } from '../sites/keep-site.tsx';
import { isUnlisted } from '../sites/site-facts.ts';
import { NotListed } from './not-listed.tsx';

interface NoFilesProps {
  readonly site: string;
  readonly page: FilePage;
  /** The letters that the list is narrowed to. */
  readonly text: string;
  readonly onClearFilter: () => void;
}

/** Why the list is empty, and the one thing to do about it. */
export function NoFiles({ site, page, text, onClearFilter }: NoFilesProps): ReactNode {
  const t = useText();
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
  if (summary !== undefined && isUnlisted(summary)) return <NotListed site={summary} />;
  return (
    <EmptyState icon="folder" title={t('files.none')}>
      {t('files.noneWhy')}
    </EmptyState>
  );
}
