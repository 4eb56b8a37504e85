import type { ReactNode } from 'react';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import { useAppFact } from '../../state/engine.tsx';
import { go } from '../../state/route.ts';
import { troublesOf } from '../../state/troubles.ts';
import { useText } from '../../text/use-text.ts';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icons.tsx';
import { CONDITION_ICONS } from './condition-icons.ts';
import { conditionOf, holdingOf } from './site-facts.ts';

/** One line of state: what is wrong and what waits, each opening its list; else the one word. */
export function SiteState({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const issues = troublesOf(site);
  const condition = conditionOf(site);
  const params = { site: site.id };
  // Nothing turns while nothing can be sent.
  const isOffline = useAppFact(({ connection }) => connection === 'offline') === true;
  const isPaused = site.followed?.paused === true;
  return (
    <>
      {issues > 0 && (
        <Chip tone="bad" icon="warn" onPress={() => go({ screen: 'outbox', params })}>
          {t('ui.issues', { count: issues })}
        </Chip>
      )}
      {site.pending > 0 && (
        <Chip
          {...(isPaused || isOffline ? {} : { tone: 'accent' })}
          icon={isPaused ? 'pause' : isOffline ? 'hourglass' : 'sync'}
          onPress={() => go({ screen: 'outbox', tab: 'pending', params })}
        >
          {t(isOffline && !isPaused ? 'sites.pendingOffline' : 'sites.pending', { count: site.pending })}
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

/** The one word, with what makes it so. */
function ConditionWord({ site }: { readonly site: SiteSummary }): ReactNode {
  const t = useText();
  const condition = conditionOf(site);
  const words = (): string => {
    if (condition === 'syncing') return t('sites.looking');
    if (condition !== 'partly') return t(`sites.conditions.${condition}`);
    const keep = site.followed?.keep;
    if (Array.isArray(keep)) return t('sites.keptCategories', { kept: keep.length, all: CATEGORIES.length });
    const holding = holdingOf(site.categories);
    return t('sites.missing', { count: (holding?.files ?? 0) - (holding?.here ?? 0) });
  };
  return (
    <span className="site-word">
      <Icon name={CONDITION_ICONS[condition]} className={condition === 'ready' ? 'tone-ok' : 'ink-3'} />
      <span className="cut">{words()}</span>
    </span>
  );
}
