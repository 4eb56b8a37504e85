import type { ReactNode } from 'react';
import { refine, useRoute } from '../../state/route.ts';
import { useFilterField } from '../../state/use-filter-field.ts';
import { useText } from '../../text/use-text.ts';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { ActivityList } from './activity-list.tsx';

/** What was done at all sites, newest first. The filter stands in the address, so that a search elsewhere can lead here. */
export function ActivityScreen(): ReactNode {
  const t = useText();
  const filter = (useRoute().params['text'] ?? '').slice(0, 200);
  const setFilter = (text: string): void =>
    refine({ screen: 'activity', params: text === '' ? {} : { text } });
  const field = useFilterField();
  return (
    <>
      <PageHead
        title={t('activity.title')}
        actions={
          <SearchField
            label={t('activity.filter')}
            placeholder={t('activity.filter')}
            value={filter}
            onChange={setFilter}
            width={220}
            keys="Ctrl+F"
            inputRef={field}
          />
        }
      />
      <ActivityList site={null} filter={filter} onClear={() => setFilter('')} />
    </>
  );
}
