import type { HostServices } from '../../main/app/app.ts';
import type { AppContext } from '../../main/app/context.ts';
import type { CommandViews } from '../../main/app/files/command-views.ts';
import { RunningPulls } from '../../main/app/models/running-pulls.ts';
import type { Moment } from '../../main/app/views/moment.ts';
import type { MirrorViews } from '../../main/app/views/views.ts';
import { PauseSwitch } from '../../main/sync/pacing/pause-switch.ts';
import { fail } from '../../shared/failure.ts';
import { NO_LOCKS } from './no-locks.ts';

const nothing = (): undefined => undefined;
const refused: HostServices['open'] = async () =>
  fail({ code: 'bad-input', message: 'There is no desktop.', hint: 'None.', retry: 'on-change' });

/** A computer without a desktop. */
export const NO_DESKTOP: HostServices = {
  kind: 'web',
  can: { openFiles: false, revealFiles: false, chooseFolder: false, loginItem: false, keepAwake: false },
  updates: null,
  open: refused,
  reveal: refused,
  chooseFolder: async () => null,
  setLoginItem: nothing,
  loginItem: () => 'off',
};

/**
 * What commands of the app act through, around the parts that a test brings. But for these there are neither desktop nor
 * screens, no other program has a folder, and nothing wakes a sync.
 */
export function appContext(
  parts: Pick<AppContext, 'mirror' | 'disk' | 'env' | 'session'> & Partial<AppContext>,
): AppContext {
  const pauseSwitch = new PauseSwitch();
  return {
    locks: NO_LOCKS,
    host: NO_DESKTOP,
    syncSoon: nothing,
    requestFailed: nothing,
    requestAnswered: nothing,
    inFolder: (work) => work(),
    pauseSwitch: () => pauseSwitch,
    pulls: new RunningPulls(),
    changed: nothing,
    notices: { onNotice: nothing, onOver: nothing },
    emit: nothing,
    ...parts,
  };
}

/** A program that is signed in and online, of which nothing was written yet. */
export const MOMENT: Moment = {
  online: true,
  signedIn: true,
  paused: false,
  platform: 'linux',
  device: 'LAPTOP',
  ignore: [],
  ignoreTexts: {},
  running: [],
  slowed: {},
  revisions: {},
  touched: {},
};

/** Every file of a site. */
export const ALL_FILES = { filter: { text: '', category: null, status: [], folder: null }, except: [] };

/** Views in this thread, behind the promises of those in another one. */
export function commandViews(views: MirrorViews): CommandViews {
  return {
    rows: async (site, selection) => views.rows(site, selection),
    models: async (site) => views.models(site),
    outbox: async (site) => views.outbox(site),
    holdings: async (site, wanted) => views.holdings(site, wanted),
    spelledFolders: async (site, paths) => views.spelledFolders(site, paths),
    waitingDeletes: async (site) => views.waitingDeletes(site),
  };
}
