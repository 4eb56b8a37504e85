import { z } from 'zod';
import { appCommands, appState } from './app.ts';
import { datamodelCommands } from './datamodel.ts';
import { text } from './define.ts';
import { dropCommands, dropProgress } from './drop.ts';
import { fileCommands } from './files.ts';
import { modelCommands } from './models.ts';
import { outboxCommands } from './outbox.ts';
import { seriesCommands } from './series.ts';
import { siteCommands } from './sites.ts';
import { trashCommands } from './trash.ts';

/** Everything that the renderer may ask. Nothing else passes the bridge. */
export const commands = {
  ...appCommands,
  ...siteCommands,
  ...fileCommands,
  ...outboxCommands,
  ...trashCommands,
  ...dropCommands,
  ...modelCommands,
  ...datamodelCommands,
  ...seriesCommands,
} as const;

/** Everything that the engine tells by itself. */
export const events = {
  state: appState,
  /** Something changed at this site (null: anywhere, or in the settings): ask again for what is on screen. */
  changed: z.object({ site: text.nullable() }),
  drop: dropProgress,
  /** One line for a person, once: what happened. */
  toast: z.object({ kind: z.enum(['done', 'warn', 'bad']), text: z.string() }),
} as const;

export type CommandName = keyof typeof commands;
export type EventName = keyof typeof events;
/** What a renderer gives, and what the handler gets when that was parsed. */
export type Input<N extends CommandName> = z.input<(typeof commands)[N]['input']>;
export type Parsed<N extends CommandName> = z.output<(typeof commands)[N]['input']>;
export type Output<N extends CommandName> = z.infer<(typeof commands)[N]['output']>;
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]>;
