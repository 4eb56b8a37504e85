import type { ReactNode } from 'react';
import { useSite } from '../../state/use-site.ts';
import { Toolbar, ToolbarEnd } from '../../ui/layout/page-head.tsx';
import { ActivityFilter, useActivityFilter } from './activity-filter.tsx';
import { ActivityList } from './activity-list.tsx';

/** What was done at one site, newest first. */
export function ActivityTab({ site }: { readonly site: string }): ReactNode {
  const { filter, setFilter } = useActivityFilter(site);
  const isKept = useSite(site)?.followed !== null;
  return (
    <>
      {isKept && (
        <Toolbar>
          <ToolbarEnd>
            <ActivityFilter filter={filter} setFilter={setFilter} />
          </ToolbarEnd>
        </Toolbar>
      )}
      <ActivityList site={site} filter={filter} onClear={() => setFilter('')} />
    </>
  );
}
