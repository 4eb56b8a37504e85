import { useState, type ReactNode } from 'react';
import { useAnswer } from '../../state/engine.tsx';
import { useFilterField } from '../../state/filter-field.ts';
import { useText } from '../../text/use-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { format } from '../../ui/format.ts';
import { PageHead, Scroll } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import '../outbox/outbox.css';

/** What was done, newest first, each line with its reason. */
export function ActivityScreen({ site }: { readonly site: string | null }): ReactNode {
  const t = useText();
  const [filter, setFilter] = useState('');
  const filterField = useFilterField();
  return (
    <>
      <PageHead
        title={t('app.activity')}
        actions={
          <SearchField
            label={t('app.filterActivity')}
            placeholder={t('app.filterActivity')}
            value={filter}
            onChange={setFilter}
            width={220}
            keys="Ctrl+F"
            inputRef={filterField}
          />
        }
      />
      <ActivityList site={site} filter={filter} />
    </>
  );
}

export function ActivityList({
  site,
  filter,
}: {
  readonly site: string | null;
  readonly filter: string;
}): ReactNode {
  const t = useText();
  const lines = useAnswer('activity.list', { site, limit: 300, text: filter }).data ?? [];
  return (
    <Scroll label={t('app.activity')}>
      {lines.length === 0 ? (
        <EmptyState icon="activity" title={t('app.noActivity')}>
          {t('app.noActivityWhy')}
        </EmptyState>
      ) : (
        <div className="outbox">
          <section aria-label={t('app.activity')}>
            {lines.map((line) => (
              <div key={`${line.at} ${line.site} ${line.path} ${line.action}`} className="outbox-item">
                <div>
                  {line.path}
                  <small>
                    {line.done} · {line.why}
                  </small>
                </div>
                {format.when(line.at)}
              </div>
            ))}
          </section>
        </div>
      )}
    </Scroll>
  );
}
