import { app } from './en/app.ts';
import { shortcuts } from './en/shortcuts.ts';
import { ui } from './en/ui.ts';

/** All words of the app: one area per feature, each in its own file. */
export const en = { app, shortcuts, ui } as const;
