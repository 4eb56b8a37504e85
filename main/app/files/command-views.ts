import type { Views } from '../views/views.ts';

/** The part of the views that commands use. */
export type CommandViews = Pick<
  Views,
  'rows' | 'models' | 'outbox' | 'holdings' | 'spelledFolders' | 'waitingDeletes'
>;

/** Views that answer as of now. */
export type FreshViews = () => Promise<CommandViews>;

/** Views as of now, and as of the last look. */
export interface FeatureViews {
  readonly fresh: FreshViews;
  /** As of the last look, for answers that are only shown: no screen waits until a large site is planned again. */
  readonly shown: () => Promise<CommandViews>;
}
