import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { CategoryCount, SiteSummary } from '../../../shared/ipc/sites.ts';
import { keepOf } from '../../../shared/model/category.ts';
import { useAnswer, useBridge, useDo } from '../../state/engine.tsx';
import { showFailure, wordsOf } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { Gap } from '../../ui/layout/page-head.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { SegmentedControl } from '../../ui/inputs/segmented.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { useMeasured, type Measured } from '../sites/use-measured.ts';
import { ChooseFoot } from './choose-foot.tsx';
import {
  amountOf,
  chosenBytes,
  EVERY_CATEGORY,
  orderedSites,
  toggled,
  usualOf,
  type Chosen,
} from './first-choice.ts';
import { SiteChoice } from './site-choice.tsx';

interface ChooseStepProps {
  readonly isKeeping: boolean;
  /** Told when the keeping of the chosen sites begins and ends. */
  readonly onKeeping: (isKeeping: boolean) => void;
  /** The chosen sites are kept from now on, or those of them that could be. */
  readonly onKept: () => void;
  /** None for now. */
  readonly onLater: () => void;
}

/** Which sites are kept on this computer, with their sizes, and where. */
export function ChooseStep({ isKeeping, onKeeping, onKept, onLater }: ChooseStepProps): ReactNode {
  const t = useText();
  const keep = useKeepChosen(onKeeping, onKept);
  const sites = useAnswer('sites.list', null).data;
  const measured = useMeasured();
  const { measure } = measured;
  const [picked, setPicked] = useState<Chosen | null>(null);
  const [words, setWords] = useState('');
  const [order, setOrder] = useState<SiteOrder>('size');
  const [listed, setListed] = useState<Listed>('all');
  useEffect(() => {
    if (sites !== undefined) measure(sites);
  }, [sites, measure]);
  const all = useMemo(() => sites ?? [], [sites]);
  // The only site is what they came for.
  const chosen: Chosen =
    picked ?? new Map(all.length === 1 ? all.map((site) => [site.id, usualOf(site)]) : []);
  const countsOf = (site: SiteSummary): readonly CategoryCount[] | null => {
    const counts = measured.of(site);
    return counts === 'failed' ? null : counts;
  };
  const shown = orderedSites(
    listed === 'all' ? all : all.filter(({ id }) => chosen.has(id) || listed.has(id)),
    words,
    order,
    (site) => amountOf(countsOf(site), EVERY_CATEGORY)?.bytes ?? -1,
  );

  if (all.length === 0) return <NoSites isKnown={sites !== undefined} onLater={onLater} />;
  return (
    <div className="first-choose">
      <header className="first-head">
        <h2 className="first-title" tabIndex={-1}>
          {t('firstRun.chooseTitle')}
        </h2>
        <p className="ink-2">{t('firstRun.chooseWhy')}</p>
      </header>
      <ChooseTools
        words={words}
        onWords={setWords}
        order={order}
        onOrder={setOrder}
        listed={listed}
        onListed={(which) => setListed(which === 'all' ? 'all' : new Set(chosen.keys()))}
        sites={all.length}
        chosen={chosen.size}
        isAll={chosen.size === all.length}
        onAll={(on) =>
          setPicked(new Map(on ? all.map((site) => [site.id, chosen.get(site.id) ?? usualOf(site)]) : []))
        }
      />
      <SiteChoices
        sites={shown}
        none={t(listed !== 'all' && words.trim() === '' ? 'firstRun.noneChosen' : 'firstRun.noneFound')}
        measured={measured}
        chosen={chosen}
        onChoose={setPicked}
      />
      <ChooseFoot
        sites={chosen.size}
        bytes={chosenBytes(all, chosen, countsOf)}
        busy={isKeeping}
        onKeep={() => void keep(chosen)}
        onLater={onLater}
      />
    </div>
  );
}

type SiteOrder = 'size' | 'name';

/**
 * All, or those that are chosen: then also those that were when they were asked for, since a row that went when it is
 * unticked would take the focus with it, and the way to tick it again.
 */
type Listed = 'all' | ReadonlySet<string>;

interface ChooseToolsProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly order: SiteOrder;
  readonly onOrder: (order: SiteOrder) => void;
  readonly listed: Listed;
  readonly onListed: (which: 'all' | 'chosen') => void;
  /** The number of sites to choose from. */
  readonly sites: number;
  /** The number of sites chosen. */
  readonly chosen: number;
  readonly isAll: boolean;
  readonly onAll: (isAll: boolean) => void;
}

function ChooseTools(props: ChooseToolsProps): ReactNode {
  const t = useText();
  const { words, onWords, order, onOrder, listed, onListed, sites, chosen, isAll, onAll } = props;
  return (
    <div className="first-tools">
      <SearchField
        label={t('firstRun.findSite')}
        placeholder={t('firstRun.findSite')}
        value={words}
        onChange={onWords}
        width={240}
      />
      <SegmentedControl
        label={t('firstRun.listed')}
        value={listed === 'all' ? 'all' : 'chosen'}
        onChange={onListed}
        options={[
          { value: 'all', label: t('firstRun.listAll'), count: sites },
          { value: 'chosen', label: t('firstRun.listChosen'), count: chosen },
        ]}
      />
      <Gap />
      <Select
        label={t('firstRun.sort')}
        look="button"
        icon="sort"
        value={order}
        onChange={onOrder}
        options={[
          { value: 'size', label: t('firstRun.largest') },
          { value: 'name', label: t('firstRun.byName') },
        ]}
      />
      <Button size="s" onPress={() => onAll(!isAll)}>
        {isAll ? t('firstRun.chooseNone') : t('firstRun.chooseAll', { count: sites })}
      </Button>
    </div>
  );
}

interface SiteChoicesProps {
  /** Those that are found. */
  readonly sites: readonly SiteSummary[];
  /** Said where there is none. */
  readonly none: string;
  readonly measured: Measured;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}

function SiteChoices({ sites, none, measured, chosen, onChoose }: SiteChoicesProps): ReactNode {
  const t = useText();
  return (
    <ul className="first-sites" aria-label={t('firstRun.sites')}>
      {sites.map((site) => (
        <SiteChoice
          key={site.id}
          site={site}
          counts={measured.of(site)}
          categories={chosen.get(site.id) ?? null}
          onToggle={(on) => onChoose(toggled(chosen, site, on))}
          onCategories={(categories) => onChoose(new Map(chosen).set(site.id, categories))}
        />
      ))}
      {sites.length === 0 && <li className="first-none ink-2">{none}</li>}
    </ul>
  );
}

/** Keeps the chosen sites from now on, one after the other. */
function useKeepChosen(
  onKeeping: (isKeeping: boolean) => void,
  onKept: () => void,
): (chosen: Chosen) => Promise<void> {
  const { client } = useBridge();
  return async (chosen) => {
    onKeeping(true);
    const failures: unknown[] = [];
    for (const [site, categories] of chosen) {
      const keep = keepOf(categories);
      await client
        .call('sites.follow', { site, folder: null, keep: typeof keep === 'string' ? keep : [...keep] })
        .catch((error: unknown) => failures.push(error));
    }
    // One that cannot be kept keeps the others from nothing; what it has is often what they all have.
    const [failure] = failures;
    if (failure !== undefined) showFailure(failure);
    if (failures.length < chosen.size) onKept();
    onKeeping(false);
  };
}

/** The list is fetched right after the sign-in: for a moment there is none. */
function NoSites({
  isKnown,
  onLater,
}: {
  readonly isKnown: boolean;
  readonly onLater: () => void;
}): ReactNode {
  const t = useText();
  const [waited, setWaited] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const refresh = useDo(
    'sites.refresh',
    () => {
      setWaited(true);
      setTrouble(null);
    },
    (error) => {
      setWaited(true);
      setTrouble(wordsOf(error));
    },
  );
  const { run } = refresh;
  useEffect(() => run(null), [run]);
  if (!isKnown || !waited || refresh.busy)
    return <EmptyState icon="sync" title={t('firstRun.lookingForSites')} />;
  return (
    <EmptyState
      icon={trouble === null ? 'sites' : 'warn'}
      title={t(trouble === null ? 'firstRun.noSites' : 'firstRun.noList')}
      action={
        <div className="first-actions">
          <Button onPress={onLater}>{t('firstRun.later')}</Button>
          <Button variant="primary" onPress={() => run(null)}>
            {t('firstRun.lookAgain')}
          </Button>
        </div>
      }
    >
      {trouble ?? t('firstRun.noSitesWhy')}
    </EmptyState>
  );
}
