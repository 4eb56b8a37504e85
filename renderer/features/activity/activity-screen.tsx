import type { ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { ActivityFilter, useActivityFilter } from './activity-filter.tsx';
import { ActivityList } from './activity-list.tsx';

/** What was done at all sites, newest first. */
export function ActivityScreen(): ReactNode {
  const t = useText();
  const { filter, setFilter } = useActivityFilter(null);
  return (
    <>
      <PageHead
        title={t('activity.title')}
        actions={<ActivityFilter filter={filter} setFilter={setFilter} />}
      />
      <ActivityList site={null} filter={filter} onClear={() => setFilter('')} />
    </>
  );
}
