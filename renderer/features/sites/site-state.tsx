import type { ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import { go } from '../../state/route.ts';
import { useStill } from '../../state/use-still.ts';
import { troublesOf } from '../../state/troubles.ts';
import { useText } from '../../text/use-text.ts';
import { Chip } from '../../ui/telling/chip.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { useConditionLook } from './condition-look.ts';
import { conditionOf, holdingOf } from './site-facts.ts';

/** One line of state: what is wrong and what waits, each opening its list; else the one word. */
export function SiteState({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const issues = troublesOf(site);
  const condition = conditionOf(site);
  const params = { site: site.id };
  // Nothing turns while nothing can be sent.
  const stillAll = useStill();
  const isPaused = site.followed?.paused === true;
  const still = isPaused ? 'paused' : stillAll;
  const issueWords = t('ui.issues', { count: issues });
  const pendingWords =
    still === null
      ? t('sites.pending', { count: site.pending })
      : t('sites.pendingWhy', { count: site.pending, why: t(`sites.still.${still}`) });
  return (
    <>
      {issues > 0 && (
        <Chip
          tone="bad"
          icon="warn"
          label={`${issueWords}: ${site.name}`}
          onPress={() => go({ screen: 'outbox', params })}
        >
          {issueWords}
        </Chip>
      )}
      {issues > 0 && site.pending === 0 && isPaused && <PausedWord />}
      {site.pending > 0 && (
        <Chip
          {...(still === null ? { tone: 'accent' } : {})}
          icon={still === null ? 'sync' : still === 'paused' ? 'pause' : 'hourglass'}
          label={`${pendingWords}: ${site.name}`}
          onPress={() => go({ screen: 'outbox', tab: 'pending', params })}
        >
          {pendingWords}
        </Chip>
      )}
      {condition === 'trouble' && (
        <span className="site-word tone-warn" title={site.trouble ?? ''}>
          <Icon name="warn" />
          <span className="cut">{site.trouble}</span>
        </span>
      )}
      {issues === 0 && site.pending === 0 && condition !== 'trouble' && <ConditionWord site={site} />}
    </>
  );
}

/** Beside what needs a person: who forgot the pause takes the rest of the site to be in step. */
function PausedWord(): ReactNode {
  const { word, icon } = useConditionLook()('paused');
  return (
    <span className="site-word">
      <Icon name={icon} className="ink-3" />
      <span className="cut">{word}</span>
    </span>
  );
}

/** The one word, with what makes it so. */
function ConditionWord({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const still = useStill();
  const condition = conditionOf(site);
  const { word, icon } = useConditionLook()(condition);
  const words = (): string => {
    if (condition === 'syncing')
      return still === null ? t('sites.looking') : t('sites.waitingWhy', { why: t(`sites.still.${still}`) });
    if (condition !== 'partly') return word;
    const keep = site.followed?.keep;
    if (Array.isArray(keep)) return t('sites.keptCategories', { kept: keep.length, all: CATEGORIES.length });
    const holding = holdingOf(site.categories);
    return t('sites.missing', { count: (holding?.files ?? 0) - (holding?.here ?? 0) });
  };
  return (
    <span className="site-word">
      <Icon name={icon} className={condition === 'ready' ? 'tone-ok' : 'ink-3'} />
      <span className="cut">{words()}</span>
    </span>
  );
}
