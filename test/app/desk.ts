import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDropDisk } from '../../main/adapters/disk/drop/drop-disk.ts';
import { createReplacer } from '../../main/adapters/disk/trash/replace.ts';
import { createPhotoCache } from '../../main/adapters/photos/photo-cache.ts';
import type { AppContext } from '../../main/app/context.ts';
import type { CommandViews } from '../../main/app/files/command-views.ts';
import { MirrorViews } from '../../main/app/views/views.ts';
import type { Program } from '../../main/hosts/compose/compose.ts';
import type { SyncContext } from '../../main/sync/context.ts';
import { followSite } from '../../main/sync/following/follow.ts';
import { listSites } from '../../main/sync/observe/sites.ts';
import { syncOnce } from '../../main/sync/sync-once.ts';
import type { SiteReport } from '../../main/sync/cycle/site-report.ts';
import type { Result } from '../../shared/failure.ts';
import type { DropProgress } from '../../shared/ipc/drop.ts';
import type { FileRow } from '../../shared/ipc/files.ts';
import { SITE, siteOf, type Laptop, type World } from '../support/laptop.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { ALL_FILES, appContext, commandViews, MOMENT, NO_DESKTOP } from '../support/app-context.ts';
import { must as value } from '../support/must.ts';

export { value };

export const site = SITE;
export const never = new AbortController().signal;

/** A running program of one laptop, with what commands act through. No cycle runs but by `sync`. */
export interface Desk {
  readonly app: AppContext;
  readonly program: Program;
  readonly folder: string;
  /** Where the data folder is. */
  readonly data: string;
  readonly fresh: () => Promise<CommandViews>;
  readonly dropDisk: ReturnType<typeof createDropDisk>;
  readonly replacer: ReturnType<typeof createReplacer>;
  readonly photos: ReturnType<typeof createPhotoCache>;
  readonly progress: DropProgress[];
  /** What the host was asked to open or show. */
  readonly shown: string[];
  /** Sites that a command wants synced. */
  readonly syncs: (string | null)[];
  /** What lasts and a person should know. */
  readonly notices: readonly string[];
  /** From now on, or no more, is the person signed in. */
  signedIn: boolean;
  write(path: string, text: string): Promise<void>;
  sync(): Promise<SiteReport>;
  row(path: string): Promise<FileRow>;
  keyOf(path: string): Promise<string>;
  close(): Promise<void>;
}

export async function openDesk(world: World, laptop: Laptop): Promise<Desk> {
  const { program, context } = await openSignedIn({ data: laptop.data, baseUrl: world.service.url });
  const [listed] = value(await listSites(context));
  value(await followSite(context, listed!, laptop.folder, 'all'));
  const desk = deskOf(program, context, laptop);
  await desk.sync();
  return desk;
}

function deskOf(program: Program, context: SyncContext, { folder, data }: Laptop): Desk {
  const { mirror, disk, env } = program;
  const progress: DropProgress[] = [];
  const shown: string[] = [];
  const syncs: (string | null)[] = [];
  const notices: string[] = [];
  const show = async (path: string): Promise<Result<null>> => {
    shown.push(path);
    return { ok: true, value: null };
  };
  const app = appContext({
    mirror,
    disk,
    locks: program.locks,
    env,
    host: {
      ...NO_DESKTOP,
      can: { ...NO_DESKTOP.can, openFiles: true, revealFiles: true },
      open: show,
      reveal: (path) => show(`folder of ${path}`),
    },
    session: () => (desk.signedIn ? context : null),
    syncSoon: (id) => syncs.push(id),
    notices: {
      onNotice: (line) => notices.push(line),
      onOver: (line) => notices.splice(notices.indexOf(line), 1),
    },
    emit: (name, payload) => {
      if (name === 'drop') progress.push(payload as DropProgress);
    },
  });
  const dropDisk = createDropDisk();
  const views = async (): Promise<CommandViews> =>
    commandViews(new MirrorViews(mirror, { ...MOMENT, signedIn: desk.signedIn }));
  const row = async (path: string): Promise<FileRow> => {
    const rows = await (await views()).rows(site, ALL_FILES);
    const found = rows.find((each) => each.path === path);
    if (found === undefined)
      throw new Error(`No row ${path} among ${rows.map((each) => each.path).join(', ')}`);
    return found;
  };
  const desk: Desk = {
    app,
    program,
    folder,
    data,
    fresh: views,
    dropDisk,
    replacer: createReplacer(),
    photos: createPhotoCache(data),
    progress,
    shown,
    syncs,
    notices,
    signedIn: true,
    write: async (path, text) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    sync: async () => {
      const options = { confirmDeletes: false, eager: true, scope: null, list: true };
      return siteOf(await syncOnce(context, mirror.followed(), options));
    },
    row,
    keyOf: async (path) => (await row(path)).key,
    close: async () => {
      await dropDisk.close();
      await program.close();
    },
  };
  return desk;
}
