import { app } from './en/app.ts';
import { ui } from './en/ui.ts';

/** All words of the app: one area per feature, each in its own file. */
export const en = { app, ui } as const;
