import type { Views } from '../views/views.ts';

/** What commands ask of the views. */
export type CommandViews = Pick<Views, 'rows' | 'models' | 'outbox' | 'holdings'>;

/** Views that answer as of now. */
export type FreshViews = () => Promise<CommandViews>;

/** Views of two ages. */
export interface FeatureViews {
  readonly fresh: FreshViews;
  /** As of the last look, for what is only shown: no screen waits for a large site to be planned anew. */
  readonly shown: () => Promise<CommandViews>;
}
