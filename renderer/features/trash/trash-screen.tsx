import type { ReactNode } from 'react';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { format } from '../../ui/format.ts';
import { PageHead, Scroll } from '../../ui/page-head.tsx';
import { toast } from '../../ui/toast.tsx';
import '../outbox/outbox.css';

/** What a sync or a person put away: kept for 30 days, put back with one button. */
export function TrashScreen(): ReactNode {
  const t = useText();
  const entries = useAnswer('trash.list', { site: null }).data ?? [];
  const restore = useDo('trash.restore', ({ path }) => toast(t('app.restored', { path })));
  return (
    <>
      <PageHead title={t('app.trash')} />
      <Scroll label={t('app.trash')}>
        {entries.length === 0 ? (
          <EmptyState icon="trash" title={t('app.emptyTrash')}>
            {t('app.emptyTrashWhy')}
          </EmptyState>
        ) : (
          <div className="outbox">
            <section aria-label={t('app.trash')}>
              {entries.map((entry) => (
                <div key={`${entry.site} ${entry.entry}`} className="outbox-item">
                  <div>
                    {entry.path}
                    <small>
                      {entry.siteName} · {format.bytes(entry.size)} · {format.whenLong(entry.trashedAt)}
                    </small>
                  </div>
                  <Button size="s" onPress={() => restore.run({ site: entry.site, entry: entry.entry })}>
                    {t('app.restore')}
                  </Button>
                </div>
              ))}
            </section>
          </div>
        )}
      </Scroll>
    </>
  );
}
