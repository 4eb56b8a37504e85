import type { IconName } from './icons.tsx';

/** Why nothing goes to or from the service, or `none`: then it is under way. */
export const STILL_ICONS = {
  offline: 'wifiOff',
  signIn: 'key',
  paused: 'pause',
  none: 'sync',
} as const satisfies Record<string, IconName>;
