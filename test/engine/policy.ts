import type { Policy } from '../../main/engine/policy.ts';

/** Everything is wanted, nothing is ignored, and nothing is known but the trees: a test names what is otherwise. */
export const POLICY: Policy = {
  platform: 'linux',
  ignoresCase: false,
  wanted: () => true,
  ignored: () => false,
  wasIgnored: () => false,
  unreadable: [],
  unlisted: [],
  forbidden: [],
  hidesFiles: false,
  chosenCategory: () => null,
  listedOnce: true,
  listingComplete: true,
  joinedAt: null,
  intents: [],
  openUpdates: [],
  notedBytes: [],
  sentBytes: () => null,
  stamp: '2026-11-21 0942',
  device: 'MARA-T14',
};
