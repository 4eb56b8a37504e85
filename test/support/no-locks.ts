import type { SiteLocks } from '../../main/sync/ports/site-locks.ts';

/** No other program is there. */
export const NO_LOCKS: SiteLocks = {
  take: () => Promise.resolve(null),
  holder: () => Promise.resolve(null),
  free: () => undefined,
  close: () => undefined,
};
