import { useMemo, type ReactNode } from 'react';
import { failureText } from '../../../shared/failure.ts';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { useMinute } from '../../state/use-minute.ts';
import { useAnswer, useAppFact, useDo } from '../../state/engine.tsx';
import { useFilterField } from '../../state/use-filter-field.ts';
import { useSaidCount } from '../../state/use-said-count.ts';
import { isText, oneOf, useKept } from '../../state/use-kept.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { FilterChips } from '../../ui/inputs/filter-chips.tsx';
import { PageHead, Scroll, Toolbar } from '../../ui/layout/page-head.tsx';
import { toFirstRow } from '../../ui/browser/to-first-row.ts';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { SegmentedControl } from '../../ui/inputs/segmented.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { sortOf, type Sort } from '../../ui/table/columns.ts';
import { useConditionLook } from './condition-look.ts';
import { SiteCards } from './site-cards.tsx';
import { SiteTable } from './site-table.tsx';
import { CONDITIONS, type SiteCondition } from './site-facts.ts';
import {
  countConditions,
  filterSites,
  GROUPS,
  groupSites,
  SORTS,
  sortSites,
  sortsOf,
  type SiteGrouping,
  type SiteSort,
} from './site-list.ts';
import './sites.css';

const VIEWS = ['cards', 'table'] as const;
type SitesView = (typeof VIEWS)[number];

/** Most, latest and largest are what a person sorts by them for. */
const DOWNWARDS: ReadonlySet<SiteSort> = new Set(['here', 'pending', 'synced']);

/** Every site that the service lists, as cards or as a table, with what is here, what waits and what is wrong. */
export function SitesScreen(): ReactNode {
  const t = useText();
  const now = useMinute();
  const answer = useAnswer('sites.list', null);
  const [view, setView] = useKept<SitesView>('sites.view', 'cards', oneOf(VIEWS), 'window');
  const [grouping, setGrouping] = useKept<SiteGrouping>('sites.group', 'kept', oneOf(GROUPS), 'window');
  const [sort, setSort] = useKept<Sort<SiteSort>>(
    'sites.sort',
    { by: 'attention', descending: false },
    sortOf(SORTS),
    'window',
  );
  const [condition, setCondition] = useKept<SiteCondition | null>('sites.condition', null, isCondition);
  const [words, setWords] = useKept('sites.text', '', isText);
  const sites = useMemo(() => answer.data ?? [], [answer.data]);
  const shown = useMemo(
    () => sortSites(filterSites(sites, { condition, text: words }), sort, now),
    [sites, condition, words, sort, now],
  );
  const groups = useMemo(() => groupSites(shown, grouping), [shown, grouping]);
  useSaidCount(`${condition} ${words}`, shown.length);
  const showAll = (): void => {
    setCondition(null);
    setWords('');
  };
  return (
    <>
      <SitesHead
        sites={sites}
        words={words}
        onWords={setWords}
        sort={sort.by}
        onSort={(by) => setSort({ by, descending: DOWNWARDS.has(by) })}
        grouping={grouping}
        onGroup={setGrouping}
        view={view}
        onView={setView}
      />
      <ConditionChips
        all={sites.length}
        counts={countConditions(sites)}
        value={condition}
        onChange={setCondition}
      />
      {answer.data === undefined ? (
        <SkeletonRows label={t('sites.title')} rows={6} height={64} />
      ) : groups.length === 0 ? (
        <NoSites count={sites.length} onShowAll={showAll} />
      ) : view === 'cards' ? (
        <Scroll label={t('sites.title')}>
          <SiteCards groups={groups} grouping={grouping} now={now} />
        </Scroll>
      ) : (
        <SiteTable groups={groups} grouping={grouping} now={now} sort={sort} onSort={setSort} />
      )}
    </>
  );
}

interface SitesHeadProps {
  readonly sites: readonly SiteSummary[];
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly sort: SiteSort;
  readonly onSort: (sort: SiteSort) => void;
  readonly grouping: SiteGrouping;
  readonly onGroup: (grouping: SiteGrouping) => void;
  readonly view: SitesView;
  readonly onView: (view: SitesView) => void;
}

/** What is looked for among the sites, and how they stand. */
function SitesHead({
  sites,
  words,
  onWords,
  sort,
  onSort,
  grouping,
  onGroup,
  view,
  onView,
}: SitesHeadProps): ReactNode {
  const t = useText();
  const field = useFilterField();
  return (
    <PageHead
      title={t('sites.title')}
      actions={
        <>
          <SearchField
            label={t('sites.filter')}
            placeholder={t('sites.filter')}
            value={words}
            onChange={onWords}
            keys="Ctrl+F"
            width={208}
            inputRef={field}
            onDown={() => toFirstRow(t('sites.title'))}
          />
          <span className="sites-order" title={`${t('sites.sort')}: ${t(`sites.sorts.${sort}`)}`}>
            <Select
              label={t('sites.sort')}
              look="button"
              icon="sort"
              value={sort}
              onChange={onSort}
              options={sortsOf(sites).map((value) => ({ value, label: t(`sites.sorts.${value}`) }))}
            />
          </span>
          <span className="sites-order" title={`${t('sites.groupPrefix')}${t(`sites.groups.${grouping}`)}`}>
            <Select
              label={t('sites.group')}
              look="button"
              icon="layers"
              prefix={t('sites.groupPrefix')}
              value={grouping}
              onChange={onGroup}
              options={GROUPS.map((value) => ({ value, label: t(`sites.groups.${value}`) }))}
            />
          </span>
          <SegmentedControl
            label={t('sites.view')}
            value={view}
            onChange={onView}
            options={VIEWS.map((value) => ({
              value,
              label: t(`sites.${value}`),
              icon: value,
              iconOnly: true,
            }))}
          />
        </>
      }
    />
  );
}

interface ConditionChipsProps {
  readonly all: number;
  readonly counts: ReadonlyMap<SiteCondition, number>;
  readonly value: SiteCondition | null;
  readonly onChange: (condition: SiteCondition | null) => void;
}

function ConditionChips({ all, counts, value, onChange }: ConditionChipsProps): ReactNode {
  const t = useText();
  const look = useConditionLook();
  const shown = CONDITIONS.filter((each) => counts.has(each) || each === value);
  return (
    <Toolbar>
      <FilterChips
        label={t('sites.show')}
        value={value ?? 'all'}
        onChange={(chosen) => onChange(CONDITIONS.find((each) => each === chosen) ?? null)}
        options={[
          { value: 'all', label: t('sites.all'), count: all },
          ...shown.map((each) => {
            const { word, icon } = look(each);
            return { value: each, label: word, icon, count: counts.get(each) ?? 0 };
          }),
        ]}
      />
    </Toolbar>
  );
}

function NoSites({
  count,
  onShowAll,
}: {
  readonly count: number;
  readonly onShowAll: () => void;
}): ReactNode {
  const t = useText();
  const refresh = useDo('sites.refresh');
  const isOnline = useAppFact((state) => state.connection) === 'online';
  // A service that fails lists nothing either: that says nothing of whether there are any.
  const trouble = useAppFact((state) => state.trouble);
  if (count > 0)
    return (
      <EmptyState
        icon="filter"
        title={t('sites.hidden', { count })}
        action={<Button onPress={onShowAll}>{t('sites.showAll')}</Button>}
      />
    );
  return (
    <EmptyState
      icon="sites"
      title={t('sites.none')}
      action={
        <Button isPending={refresh.busy} onPress={() => refresh.run(null)}>
          {t('sites.refresh')}
        </Button>
      }
    >
      {trouble === null ? t(isOnline ? 'sites.noneWhy' : 'sites.nonePaused') : failureText(trouble)}
    </EmptyState>
  );
}

const isCondition = (value: unknown): value is SiteCondition | null =>
  value === null || oneOf(CONDITIONS)(value);
