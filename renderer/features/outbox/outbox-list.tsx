import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Conflict } from '../../../shared/ipc/outbox.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useAnswer, useAppFact, useDo } from '../../state/engine.tsx';
import { go } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { useTextScale } from '../../ui/look/text-size.ts';
import { useShownTheme } from '../../ui/look/use-shown-theme.ts';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { SplitView } from '../../ui/layout/split-view.tsx';
import { isSelected, NOTHING, type Selection } from '../../ui/table/selection.ts';
import { rowsOf } from '../../ui/table/source.ts';
import { sameNames } from '../../ui/words/same-names.ts';
import { VirtualTable } from '../../ui/table/virtual-table.tsx';
import { useWidth } from '../../ui/browser/use-width.ts';
import { useWindowWidth } from '../../ui/browser/use-window-width.ts';
import { useSettledElsewhere } from './conflict/settled-elsewhere.ts';
import { useResolve } from './conflict/use-resolve.ts';
import { headingOf, outboxColumns, type SiteNames } from './outbox-columns.tsx';
import { pathOf, type OutboxItem, type OutboxView } from './outbox-items.ts';
import { OutboxPane } from './outbox-pane.tsx';
import { useShown } from './use-shown.ts';

interface OutboxListProps {
  readonly view: OutboxView;
  readonly items: readonly OutboxItem[];
  /** All conflicts, for a choice that applies to the others too. */
  readonly conflicts: readonly Conflict[];
  /** The one site whose items these are; null: all sites. */
  readonly site: string | null;
  /** Id of the current item; null: the first. */
  readonly current: string | null;
  readonly onCurrentChange: (id: string | null) => void;
  readonly onShow: (view: OutboxView) => void;
}

/** Pixels of a heading in the list, and by how many each of its rows is taller in high contrast. */
const HEADING = 40;
const TALLER = 8;
/** Narrower than this, px, a row has one more line, which names its site where there are several. */
const ROOM_FOR_BOTH = 340;
/** Up to this width of the window, px, the pane is below the list (split-view.css). */
const STACKED = 760;

const EMPTY = {
  all: ['ok', 'nothing'],
  pending: ['ok', 'noPending'],
  issues: ['ok', 'noIssues'],
  done: ['activity', 'noDone'],
} as const;

/** The list on the left; on the right what is known of the current item, and what to do about it. */
export function OutboxList(props: OutboxListProps): ReactNode {
  const { view, items, conflicts, site, current, onCurrentChange, onShow } = props;
  const t = useText();
  const secondsLeft = useAppFact(({ work }) => work.secondsLeft);
  const [picked, setPicked] = useState<Selection>(NOTHING);
  const onGone = useCallback(() => onCurrentChange(null), [onCurrentChange]);
  const source = useMemo(() => rowsOf(items, idOf, idOf, canSelect), [items]);
  const shown = useShown(view, items, current, onGone);
  useSettledElsewhere(shown?.kind === 'conflict' ? shown.conflict : null, conflicts, site);
  const windowWidth = useWindowWidth();
  const goToPane = useWayToPane();
  const names = useSiteNames();
  const list = useListWidth();
  const same = useMemo(
    () => sameNames(items.map(pathOf).map((path) => ({ name: baseName(path), path }))),
    [items],
  );
  // In a list that is as wide as it mostly is, the line that says why has room for the site or the folder too.
  const hasThree =
    [names !== null, same.size > 0, list.width < ROOM_FOR_BOTH].filter((each) => each).length > 1;
  const columns = useMemo(() => outboxColumns({ names, same, hasThree }), [names, same, hasThree]);
  const chosen = useMemo(
    () => items.filter((item) => canSelect(item) && isSelected(picked, item.id)),
    [items, picked],
  );
  const rowHeight = hasThree ? 64 : 48;
  const taller = useShownTheme() === 'contrast' ? TALLER : 0;
  const heightOf = ({ kind }: OutboxItem): number => (kind === 'heading' ? HEADING : rowHeight) + taller;
  if (items.length === 0) return <Nothing view={view} />;
  return (
    <SplitView
      listHeight={items.reduce((sum, item) => sum + heightOf(item), 0)}
      side="start"
      label={t('outbox.title')}
      storageKey="outbox"
      width={windowWidth < 1080 ? 300 : 372}
      min={260}
      max={560}
      details={
        <div ref={list.ref} className="outbox-rows">
          <VirtualTable
            label={t('outbox.title')}
            headHidden
            source={source}
            columns={columns}
            rowHeight={rowHeight}
            headingHeight={HEADING}
            current={shown?.id ?? null}
            onCurrentChange={(id) => onCurrentChange(id)}
            // No boxes if nothing in the list can be selected.
            selection={items.some(canSelect) ? picked : undefined}
            boxes="aside"
            onSelectionChange={setPicked}
            onOpen={(item) => {
              if (item.kind === 'more' && item.view !== null) onShow(item.view);
              else goToPane();
            }}
            // With the pane below the list, selecting a row would change nothing in view.
            opensAtOnce={windowWidth <= STACKED ? always : isWayOn}
            group={(item) => headingOf(item, secondsLeft)}
          >
            {chosen.length > 0 && <Picked items={chosen} onClear={() => setPicked(NOTHING)} />}
          </VirtualTable>
        </div>
      }
    >
      <OutboxPane item={shown} conflicts={conflicts} onShow={onShow} />
    </SplitView>
  );
}

/** The width of the list as it is drawn, px for text of 16 px. It comes and goes with what is in it. */
function useListWidth(): { readonly ref: (node: HTMLElement | null) => void; readonly width: number } {
  const [current, setCurrent] = useState<HTMLElement | null>(null);
  const element = useMemo(() => ({ current }), [current]);
  return { ref: setCurrent, width: useWidth(element, ROOM_FOR_BOTH) / useTextScale() };
}

/** Returns a function that scrolls to the current item's pane and focuses it once it is drawn. */
function useWayToPane(): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return undefined;
    // After the press is handled completely: else the list takes the focus back.
    const soon = setTimeout(() => {
      const pane = document.querySelector<HTMLElement>('.outbox-in');
      pane?.focus({ preventScroll: true });
      pane?.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(soon);
  }, [asked]);
  return () => setAsked(asked + 1);
}

/** All is well, unless no site is kept: then nothing ever waits. */
function Nothing({ view }: { readonly view: OutboxView }): ReactNode {
  const t = useText();
  const sites = useAnswer('sites.list', null).data;
  if (sites?.every(({ followed }) => followed === null) === true)
    return (
      <EmptyState
        icon="sites"
        title={t('outbox.noneKept')}
        action={<Button onPress={() => go({ screen: 'sites' })}>{t('app.toSites')}</Button>}
      >
        {t('outbox.noneKeptWhy')}
      </EmptyState>
    );
  const [icon, words] = EMPTY[view];
  return (
    <EmptyState icon={icon} title={t(`outbox.${words}`)}>
      {t(`outbox.${words}Why`)}
    </EmptyState>
  );
}

/** Null if only one site is kept: everything is about that one. */
function useSiteNames(): SiteNames {
  const sites = useAnswer('sites.list', null).data;
  return useMemo(() => {
    const kept = (sites ?? []).filter(({ followed }) => followed !== null);
    return kept.length > 1 ? new Map(kept.map(({ id, name }) => [id, name])) : null;
  }, [sites]);
}

/** What can be done with all selected items: conflicts are resolved in the same way, issues are tried again. */
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
          {/* Where neither version is of this computer, a person has to see which is which. */}
          {conflicts.every(({ own }) => own !== 'neither') && (
            <>
              <Button
                variant="ghost"
                size="s"
                label={t('outbox.conflict.mineKeep')}
                onPress={() => resolve.run('mine', conflicts)}
              >
                {t('outbox.conflict.mine')}
              </Button>
              <Button
                variant="ghost"
                size="s"
                label={t('outbox.conflict.theirsKeep')}
                onPress={() => resolve.run('theirs', conflicts)}
              >
                {t('outbox.conflict.theirs')}
              </Button>
            </>
          )}
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

/** For the rest of a list there is nothing to show but that list. */
const isWayOn = (item: OutboxItem): boolean => item.kind === 'more' && item.view !== null;
const always = (): boolean => true;
const idOf = ({ id }: OutboxItem): string => id;
/** The items for which something can be done with several at once. */
const canSelect = ({ kind }: OutboxItem): boolean => kind === 'conflict' || kind === 'issue';
