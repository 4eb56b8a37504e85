import { conflictCommands } from '../../main/app/conflicts/conflict-commands.ts';
import { oneAfterAnother } from '../../main/app/decisions.ts';
import type { CommandViews } from '../../main/app/files/command-views.ts';
import { fileCommands } from '../../main/app/files/file-commands.ts';
import { heldCommands } from '../../main/app/held/held-commands.ts';
import { trashCommands } from '../../main/app/trash/trash-commands.ts';
import { MirrorViews } from '../../main/app/views/views.ts';
import type { FileRow } from '../../shared/ipc/files.ts';
import { ALL_FILES, appContext, commandViews, MOMENT } from '../support/app-context.ts';
import type { SimLaptop } from './sim-laptop.ts';
import { noteDeeds, noteReplaces, type NotedBy } from './window-deeds.ts';

type Program = NonNullable<SimLaptop['running']>;
export type Commands = ReturnType<typeof commandsOf>['commands'];

/** The commands of the app in a program that runs, as its window asks for them; what they do to files is noted. */
export function commandsOf(laptop: SimLaptop, { context, disk, replacer }: Program, noted: NotedBy) {
  const { mirror } = context;
  const { site } = laptop.setup;
  // The hints of the disk alone wake the sync.
  const app = appContext({
    mirror,
    disk: noteDeeds(disk, laptop, noted),
    env: context.env,
    session: () => context,
    pauseSwitch: () => context.pauseSwitch,
  });
  const views = (): CommandViews => viewsOf(laptop, context);
  const fresh = (): Promise<CommandViews> => Promise.resolve(views());
  const commands = oneAfterAnother({
    ...fileCommands(app, fresh),
    ...conflictCommands(app, fresh, noteReplaces(replacer, laptop, noted)),
    ...heldCommands(app),
    ...trashCommands(app, fresh),
  });
  const rows = (): Promise<readonly FileRow[]> => views().rows(site, ALL_FILES);
  return { commands, rows, outbox: () => views().outbox(site) };
}

function viewsOf({ ignores, setup }: SimLaptop, { mirror, env, progress }: Program['context']): CommandViews {
  const { platform } = setup.laptop;
  const { running } = progress.state;
  return commandViews(
    new MirrorViews(mirror, { ...MOMENT, platform, device: env.device, ignore: ignores, running }),
  );
}
