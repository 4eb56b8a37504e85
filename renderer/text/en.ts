import { app } from './en/app.ts';
import { files } from './en/files.ts';
import { shortcuts } from './en/shortcuts.ts';
import { ui } from './en/ui.ts';

/** All words of the app: one area per feature, each in its own file. */
export const en = { app, files, shortcuts, ui } as const;
