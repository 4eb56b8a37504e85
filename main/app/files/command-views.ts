import type { Views } from '../views/views.ts';

/** What commands ask of the views. */
export type CommandViews = Pick<Views, 'rows' | 'outbox' | 'holdings'>;

/** Views that answer as of now. */
export type FreshViews = () => Promise<CommandViews>;
