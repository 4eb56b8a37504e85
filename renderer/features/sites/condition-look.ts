import { useStill } from '../../state/use-still.ts';
import { useText } from '../../text/use-text.ts';
import type { IconName } from '../../ui/icons/icons.tsx';
import type { SiteCondition } from './site-facts.ts';

interface ConditionLook {
  readonly word: string;
  readonly icon: IconName;
}

const ICONS: Readonly<Record<SiteCondition, IconName>> = {
  issues: 'warn',
  trouble: 'warn',
  syncing: 'sync',
  paused: 'pause',
  partly: 'half',
  ready: 'ok',
  empty: 'minus',
  online: 'cloud',
};

/** The word and the icon of a condition: nothing is called syncing while nothing can be sent. */
export function useConditionLook(): (condition: SiteCondition) => ConditionLook {
  const t = useText();
  const still = useStill();
  return (condition) =>
    condition === 'syncing' && still !== null
      ? { word: t('sites.waiting'), icon: 'hourglass' }
      : { word: t(`sites.conditions.${condition}`), icon: ICONS[condition] };
}
