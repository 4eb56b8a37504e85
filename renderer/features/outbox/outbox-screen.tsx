import { useMemo, useState, type ReactNode } from 'react';
import type { Outbox } from '../../../shared/ipc/outbox.ts';
import { useAnswer, useAppFact, useDo } from '../../state/engine.tsx';
import { useSite } from '../../state/use-site.ts';
import { go, refine, useRoute } from '../../state/route.ts';
import { useUndoable } from '../../state/use-undoable.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Chip } from '../../ui/telling/chip.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { SegmentedControl } from '../../ui/inputs/segmented.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { ReviewBanners } from '../health/review-banners.tsx';
import { UndoableDecisions } from './conflict/undoable.ts';
import { HeldBanners } from './held-banners.tsx';
import { LeftOut } from './left-out.tsx';
import { countsOf, DONE_LIMIT, itemOfFile, itemsOf, VIEWS, type OutboxView } from './outbox-items.ts';
import { OutboxList } from './outbox-list.tsx';
import './outbox.css';

const NONE: readonly never[] = [];

/** What is held, in conflict, failed, waiting and done; each with its reason and what to do. */
export function OutboxScreen(): ReactNode {
  const t = useText();
  const { tab, params } = useRoute();
  const view = VIEWS.find((each) => each === tab) ?? 'all';
  const site = params['site'] ?? null;
  /** The file that a link leads to is the current one at first. */
  const wanted = params['file'];
  const outbox = useAnswer('outbox.get', { site }).data;
  const done = useAnswer('activity.list', { site, limit: DONE_LIMIT, text: '' }).data ?? NONE;
  const [current, setCurrent] = useState<string | null>(null);
  const today = useToday();
  const { say: sayUndoable } = useUndoable();
  const lists = useMemo(() => (outbox === undefined ? null : { outbox, done, today }), [outbox, done, today]);
  const items = useMemo(() => (lists === null ? NONE : itemsOf(view, lists)), [view, lists]);
  const counts = lists === null ? null : countsOf(lists);
  const show = (next: OutboxView): void => {
    go({ screen: 'outbox', tab: next === 'all' ? null : next, params });
  };
  return (
    <>
      <PageHead
        title={t('outbox.title')}
        subtitle={site !== null && <OnlySite site={site} view={view} />}
        actions={
          <>
            {(outbox?.issues.length ?? 0) > 0 && <RetryAll site={site} />}
            <SegmentedControl
              label={t('outbox.show')}
              value={view}
              onChange={show}
              options={VIEWS.map((value) => ({
                value,
                label: t(`outbox.views.${value}`),
                ...(value === 'all' ? {} : counts?.[value]),
              }))}
            />
          </>
        }
      />
      {outbox !== undefined && (view === 'all' || view === 'issues') && (
        <HeldBanners
          held={outbox.held}
          onReview={(held) => {
            if (view !== 'issues') show('issues');
            setCurrent(`held ${held.site}`);
          }}
        />
      )}
      {outbox !== undefined && view !== 'done' && <ReviewBanners pending={outbox.pending} />}
      <div className="outbox-top" />
      {outbox === undefined ? (
        <SkeletonRows label={t('ui.loading')} rows={8} height={48} />
      ) : (
        <UndoableDecisions value={sayUndoable}>
          <OutboxList
            view={view}
            items={items}
            conflicts={conflictsOf(outbox)}
            site={site}
            current={current ?? (wanted === undefined ? null : (itemOfFile(items, wanted)?.id ?? null))}
            onCurrentChange={setCurrent}
            onShow={show}
          />
        </UndoableDecisions>
      )}
      {outbox !== undefined && (view === 'all' || view === 'issues') && <LeftOut outbox={outbox} />}
    </>
  );
}

function conflictsOf(outbox: Outbox): Outbox['conflicts'] {
  return outbox.conflicts;
}

function RetryAll({ site }: { readonly site: string | null }): ReactNode {
  const t = useText();
  const retry = useDo('outbox.retry');
  return (
    <Button icon="redo" size="s" onPress={() => retry.run({ site, attempts: null })}>
      {t('outbox.retryAll')}
    </Button>
  );
}

function OnlySite({ site, view }: { readonly site: string; readonly view: OutboxView }): ReactNode {
  const t = useText();
  const name = useSite(site)?.name ?? site;
  return (
    <Chip tone="accent" icon="close" onPress={() => refine({ screen: 'outbox', tab: view, params: {} })}>
      {t('outbox.onlySite', { site: name })}
    </Chip>
  );
}

/** Midnight of today, epoch ms. The engine's state changes often enough to notice the next one. */
function useToday(): number {
  return useAppFact(() => new Date().setHours(0, 0, 0, 0)) ?? 0;
}
