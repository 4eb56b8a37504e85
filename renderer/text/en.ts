import { activity, trash } from './en/activity.ts';
import { app } from './en/app.ts';
import { charts } from './en/charts.ts';
import { datamodel } from './en/datamodel.ts';
import { drop } from './en/drop.ts';
import { files } from './en/files.ts';
import { firstRun } from './en/first-run.ts';
import { host } from './en/host.ts';
import { models } from './en/models.ts';
import { outbox } from './en/outbox.ts';
import { overview } from './en/overview.ts';
import { preview } from './en/preview.ts';
import { settings } from './en/settings.ts';
import { shortcuts } from './en/shortcuts.ts';
import { sites } from './en/sites.ts';
import { status } from './en/status.ts';
import { ui } from './en/ui.ts';

/** All words of the app: one area per feature, each in its own file. */
export const en = {
  activity,
  app,
  charts,
  datamodel,
  drop,
  files,
  firstRun,
  host,
  models,
  outbox,
  overview,
  preview,
  settings,
  shortcuts,
  sites,
  status,
  trash,
  ui,
} as const;
