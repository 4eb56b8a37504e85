import { conflictCommands } from '../../main/app/conflicts/conflict-commands.ts';
import type { AppContext } from '../../main/app/context.ts';
import { oneAfterAnother } from '../../main/app/decisions.ts';
import type { CommandViews } from '../../main/app/files/command-views.ts';
import { fileCommands } from '../../main/app/files/file-commands.ts';
import { heldCommands } from '../../main/app/held/held-commands.ts';
import { RunningPulls } from '../../main/app/models/running-pulls.ts';
import { trashCommands } from '../../main/app/trash/trash-commands.ts';
import { MirrorViews } from '../../main/app/views/views.ts';
import type { FileRow } from '../../shared/ipc/files.ts';
import type { NoticeOptions } from '../../main/sync/telling/lasting-notice.ts';
import { fail } from '../../shared/failure.ts';
import { PauseSwitch } from '../../main/sync/pacing/pause-switch.ts';
import { NO_LOCKS } from '../support/no-locks.ts';
import type { SimLaptop } from './sim-laptop.ts';
import { noteDeeds, noteReplaces, type NotedBy } from './window-deeds.ts';

type Program = NonNullable<SimLaptop['running']>;
export type Commands = ReturnType<typeof commandsOf>['commands'];

const NO_FILTER = { text: '', category: null, status: [], folder: null };

/** The commands of the app in a program that runs, as its window asks for them; what they do to files is noted. */
export function commandsOf(laptop: SimLaptop, { context, disk, replacer }: Program, noted: NotedBy) {
  const { mirror } = context;
  const { site } = laptop.setup;
  const app: AppContext = {
    ...NO_HOST,
    mirror,
    disk: noteDeeds(disk, laptop, noted),
    locks: NO_LOCKS,
    env: context.env,
    session: () => context,
    pauseSwitch: () => context.pauseSwitch,
  };
  const views = (): CommandViews => viewsOf(laptop, context);
  const fresh = (): Promise<CommandViews> => Promise.resolve(views());
  const commands = oneAfterAnother({
    ...fileCommands(app, fresh),
    ...conflictCommands(app, fresh, noteReplaces(replacer, laptop, noted)),
    ...heldCommands(app),
    ...trashCommands(app, fresh),
  });
  const rows = (): Promise<readonly FileRow[]> => views().rows(site, { filter: NO_FILTER, except: [] });
  return { commands, rows, outbox: () => views().outbox(site) };
}

function viewsOf({ ignores, setup }: SimLaptop, { mirror, env, progress }: Program['context']): CommandViews {
  const shown = new MirrorViews(mirror, {
    online: true,
    signedIn: true,
    paused: false,
    platform: setup.laptop.platform,
    device: env.device,
    ignore: ignores,
    ignoreTexts: {},
    running: progress.state.running,
    slowed: {},
    revisions: {},
    touched: {},
  });
  return {
    rows: async (id, selection) => shown.rows(id, selection),
    models: async (id) => shown.models(id),
    outbox: async (id) => shown.outbox(id),
    holdings: async (id, wanted) => shown.holdings(id, wanted),
    spelledFolders: async (id, paths) => shown.spelledFolders(id, paths),
    waitingDeletes: async (id) => shown.waitingDeletes(id),
  };
}

const nothing = (): undefined => undefined;
const NOTICES: Required<NoticeOptions> = { onNotice: nothing, onOver: nothing };
const refused = async () =>
  fail({ code: 'bad-input', message: 'There is no desktop.', hint: 'None.', retry: 'on-change' } as const);

/** Neither desktop nor screens: the hints of the disk alone wake the sync. */
const NO_HOST: Omit<AppContext, 'mirror' | 'disk' | 'locks' | 'env' | 'session'> = {
  host: {
    kind: 'web',
    can: { openFiles: false, revealFiles: false, chooseFolder: false, loginItem: false, keepAwake: false },
    updates: null,
    open: refused,
    reveal: refused,
    chooseFolder: async () => null,
    setLoginItem: nothing,
    loginItem: () => 'off',
  },
  syncSoon: nothing,
  requestFailed: nothing,
  inFolder: (work) => work(),
  pauseSwitch: () => new PauseSwitch(),
  pulls: new RunningPulls(),
  changed: nothing,
  notices: NOTICES,
  emit: nothing,
};
