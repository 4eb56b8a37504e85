import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Conflict } from '../../../shared/ipc/outbox.ts';
import { useAnswer, useAppFact, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { SplitView } from '../../ui/layout/split-view.tsx';
import { isSelected, NOTHING, type Selection } from '../../ui/table/selection.ts';
import { rowsOf } from '../../ui/table/source.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useWindowWidth } from '../../ui/browser/use-window-width.ts';
import { useResolve } from './conflict/use-resolve.ts';
import { headingOf, outboxColumns, type SiteNames } from './outbox-columns.tsx';
import type { OutboxItem, OutboxView } from './outbox-items.ts';
import { OutboxPane } from './outbox-pane.tsx';
import { useShown } from './use-shown.ts';

interface OutboxListProps {
  readonly view: OutboxView;
  readonly items: readonly OutboxItem[];
  /** All there are, for a choice that holds for the others too. */
  readonly conflicts: readonly Conflict[];
  /** Id of the item that is looked at; null: the first. */
  readonly current: string | null;
  readonly onCurrentChange: (id: string | null) => void;
  readonly onShow: (view: OutboxView) => void;
}

/** Up to this width of the window, in pixels, the pane stands below the list (split-view.css). */
const STACKED = 760;

const EMPTY = {
  all: ['ok', 'nothing'],
  pending: ['ok', 'noPending'],
  issues: ['ok', 'noIssues'],
  done: ['activity', 'noDone'],
} as const;

/** The list at the left, what is to be known and done about one of it at the right. */
export function OutboxList(props: OutboxListProps): ReactNode {
  const { view, items, conflicts, current, onCurrentChange, onShow } = props;
  const t = useText();
  const secondsLeft = useAppFact(({ work }) => work.secondsLeft);
  const [picked, setPicked] = useState<Selection>(NOTHING);
  const onGone = useCallback(() => onCurrentChange(null), [onCurrentChange]);
  const source = useMemo(() => rowsOf(items, idOf, idOf, canSelect), [items]);
  const shown = useShown(view, items, current, onGone);
  const windowWidth = useWindowWidth();
  const goToPane = useWayToPane();
  const names = useSiteNames();
  const columns = useMemo(() => outboxColumns(names), [names]);
  const chosen = useMemo(
    () => items.filter((item) => canSelect(item) && isSelected(picked, item.id)),
    [items, picked],
  );
  if (items.length === 0) {
    const [icon, words] = EMPTY[view];
    return (
      <EmptyState icon={icon} title={t(`outbox.${words}`)}>
        {t(`outbox.${words}Why`)}
      </EmptyState>
    );
  }
  return (
    <SplitView
      side="start"
      label={t('outbox.title')}
      storageKey="outbox"
      width={windowWidth < 1080 ? 300 : 372}
      min={260}
      max={560}
      details={
        <VirtualTable
          label={t('outbox.title')}
          headHidden
          source={source}
          columns={columns}
          // Where several sites are kept, each row has a line for which it is about.
          rowHeight={names === null ? 48 : 64}
          headingHeight={40}
          current={shown?.id ?? null}
          onCurrentChange={(id) => onCurrentChange(id)}
          // No boxes where nothing of the list can be picked.
          selection={items.some(canSelect) ? picked : undefined}
          boxes="aside"
          onSelectionChange={setPicked}
          onOpen={(item) => {
            if (item.kind === 'more' && item.view !== null) onShow(item.view);
            else goToPane();
          }}
          // Where the pane stands below the list, a press would else change nothing that is in view.
          opensAtOnce={windowWidth <= STACKED ? always : isWayOn}
          group={(item) => headingOf(item, secondsLeft)}
        >
          {chosen.length > 0 && <Picked items={chosen} onClear={() => setPicked(NOTHING)} />}
        </VirtualTable>
      }
    >
      <OutboxPane item={shown} conflicts={conflicts} onShow={onShow} />
    </SplitView>
  );
}

/** Brings what is shown of the current item into view, and the focus to it, once it is drawn. */
function useWayToPane(): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return undefined;
    // After the press has done all of its own: else the list keeps the focus.
    const soon = setTimeout(() => {
      const pane = document.querySelector<HTMLElement>('.outbox-in');
      pane?.focus({ preventScroll: true });
      pane?.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(soon);
  }, [asked]);
  return () => setAsked(asked + 1);
}

/** Null where one site alone is kept: all is about that. */
function useSiteNames(): SiteNames {
  const sites = useAnswer('sites.list', null).data;
  return useMemo(() => {
    const kept = (sites ?? []).filter(({ followed }) => followed !== null);
    return kept.length > 1 ? new Map(kept.map(({ id, name }) => [id, name])) : null;
  }, [sites]);
}

/** What can be done with all that are picked: conflicts are resolved alike, issues are tried again. */
function Picked({
  items,
  onClear,
}: {
  readonly items: readonly OutboxItem[];
  readonly onClear: () => void;
}): ReactNode {
  const t = useText();
  const conflicts = items.flatMap((item) => (item.kind === 'conflict' ? item.conflict : []));
  const issues = items.flatMap((item) => (item.kind === 'issue' ? item.issue : []));
  const resolve = useResolve(onClear);
  const retry = useDo('outbox.retry', onClear);
  const retryPicked = (): void => {
    for (const [site, of] of Map.groupBy(issues, (issue) => issue.site))
      retry.run({ site, attempts: of.map(({ attempt }) => attempt) });
  };
  return (
    <SelectionBar summary={t('outbox.picked', { count: items.length })} onClear={onClear}>
      {conflicts.length > 0 && (
        <>
          <Button variant="ghost" size="s" onPress={() => resolve.run('both', conflicts)}>
            {t('outbox.conflict.both')}
          </Button>
          <Button variant="ghost" size="s" onPress={() => resolve.run('mine', conflicts)}>
            {t('outbox.conflict.mine')}
          </Button>
          <Button variant="ghost" size="s" onPress={() => resolve.run('theirs', conflicts)}>
            {t('outbox.conflict.theirs')}
          </Button>
        </>
      )}
      {issues.length > 0 && (
        <Button variant="ghost" size="s" icon="redo" onPress={retryPicked}>
          {t('outbox.retry')}
        </Button>
      )}
    </SelectionBar>
  );
}

/** Nothing is to be known of the rest of a list but the list. */
const isWayOn = (item: OutboxItem): boolean => item.kind === 'more' && item.view !== null;
const always = (): boolean => true;
const idOf = ({ id }: OutboxItem): string => id;
/** What something can be done with for several at once. */
const canSelect = ({ kind }: OutboxItem): boolean => kind === 'conflict' || kind === 'issue';
