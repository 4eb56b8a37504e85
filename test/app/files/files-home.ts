import { fileCommands } from '../../../main/app/files/file-commands.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { startWorld, type World } from '../../support/laptop.ts';
import { openDesk, site, type Desk } from '../desk.ts';

/** The commands for files, on a laptop with three files that are in step. */
export interface FilesHome {
  readonly world: World;
  readonly desk: Desk;
  readonly files: ReturnType<typeof fileCommands>;
  /** The category of each record, by its name. */
  readonly records: () => Record<string, string>;
  /** The file at this path, as commands take it. */
  readonly only: (path: string) => Promise<{ site: SiteId; files: { keys: string[] } }>;
  readonly close: () => Promise<void>;
}

export async function openFilesHome(): Promise<FilesHome> {
  const world = await startWorld();
  const desk = await openDesk(world, world.laptop('one'));
  await desk.write('Other/deep/pump.pdf', 'pump');
  await desk.write('Other/notes.txt', 'notes');
  await desk.write('Loose/plan.txt', 'plan');
  await desk.sync();
  return {
    world,
    desk,
    files: fileCommands(desk.app, desk.fresh),
    records: () =>
      Object.fromEntries(
        [...desk.program.mirror.trees(site).remote.values()].map(
          ({ name, category }) => [name, category] as const,
        ),
      ),
    only: async (path) => ({ site, files: { keys: [await desk.keyOf(path)] } }),
    close: async () => {
      await desk.close();
      await world.close();
    },
  };
}
