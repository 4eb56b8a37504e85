import type { IconName } from '../../ui/icons.tsx';
import type { SiteCondition } from './site-facts.ts';

export const CONDITION_ICONS: Readonly<Record<SiteCondition, IconName>> = {
  issues: 'warn',
  trouble: 'warn',
  syncing: 'sync',
  paused: 'pause',
  partly: 'half',
  ready: 'ok',
  online: 'cloud',
};
