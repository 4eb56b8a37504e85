import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { App, HostServices } from '../../app/app.ts';
import { datamodelReview } from '../../app/datamodel/review.ts';
import type { SiteReport } from '../../sync/cycle/site-report.ts';
import { thrownFailure } from '../../sync/ports/failure-error.ts';
import { createApp, type AppParts } from '../../app/create-app.ts';
import { openProgram, sitesLost, type Program, type ProgramOptions } from './compose.ts';
import { defaultRoot } from '../folders/default-folders.ts';
import { datamodelParts, openFeatures } from './features.ts';
import { openDatamodels } from './open-datamodels.ts';
import { RecentLines } from './recent-lines.ts';
import { sessionMaker } from './session-maker.ts';
import { folderBelow, passedWords } from '../folders/site-folder.ts';
import { startViews } from '../views/views-thread.ts';
import type { Moment } from '../../app/views/moment.ts';
import { runAllDay } from './all-day.ts';
import { VERSION } from '../version.ts';
import { ViewsInTurns } from '../../app/views/views-in-turns.ts';

export interface OpenAppOptions {
  /** Mirror and settings; another process that has it open makes this fail with `mirror-locked`. */
  readonly data: string;
  /** How a person knows this program: see `ProgramOptions`. */
  readonly program?: string;
  readonly host: HostServices;
  /** How the token is kept. */
  readonly secrets?: NonNullable<ProgramOptions['secrets']>;
  /** Signs in with these at the start, as a command line or a demo may; null: with what is stored. */
  readonly account?: { readonly baseUrl: string | null; readonly token: string | null };
  /** Where new sites are kept unless the settings say otherwise. */
  readonly root?: string;
  readonly stillMs?: number;
  readonly log?: (line: string) => void;
  /** The last lines of the log, which the diagnostics hold: a host with lines of its own keeps them here too. */
  readonly lines?: RecentLines;
}

/**
 * Puts together the engine behind a window from the real adapters. A mirror that turns out to be damaged when it is first
 * read is opened once more, which sets it aside, and so is one that another program keeps locked, which may let go of it
 * meanwhile; any other failure is returned in words.
 */
export async function openApp(options: OpenAppOptions): Promise<Result<App>> {
  const first = await openOnce(options);
  const isToBeTried =
    !first.ok && (first.failure.code === 'mirror-broken' || first.failure.code === 'mirror-locked');
  return isToBeTried ? openOnce(options) : first;
}

async function openOnce(options: OpenAppOptions): Promise<Result<App>> {
  const stop = new AbortController();
  const lines = options.lines ?? new RecentLines();
  const log = (line: string): void => {
    lines.add(line);
    options.log?.(line);
  };
  runAllDay();
  const opened = await openProgram(programOptions(options, stop.signal, log));
  if (!opened.ok) return opened;
  const program = opened.value;
  const { mirror, env, disk, locks } = program;
  const secrets = await program.secrets();
  const views = startedViews(options.data, env, log);
  const datamodels = openDatamodels(mirror, env);
  const featureParts = { mirror, env, datamodels };
  const desk = openFeatures(resolve(options.data), featureParts);
  const letGo = async (): Promise<void> => {
    await views.close();
    await datamodels.csv.close();
    stop.abort();
    await program.close();
  };
  const review = datamodelReview(datamodelParts(featureParts, () => null));
  const hasGivenToken = (options.account?.token ?? null) !== null;
  const onReport = ({ id }: SiteReport): void => {
    datamodels.datamodelCache.keepAgreed(id).catch((error: unknown) => log(String(error)));
  };
  const parts: AppParts = {
    mirror,
    disk,
    locks,
    env,
    secrets,
    views,
    host: options.host,
    maker: sessionMaker(program, { hasGivenToken, review, onReport }, log),
    version: VERSION,
    defaultRoot: options.root ?? defaultRoot(),
    folderFor: (root, site, others) =>
      folderBelow(program, resolve(root), site, others, (passed) => log(passedWords(site, passed))),
    log,
    diagnostics: { version: VERSION, runtime: `Node ${process.version}`, digest, log: () => lines.all() },
    notices: mirror.rebuilt === null ? [] : [[REBUILT, sitesLost(mirror) ?? ''].join(' ').trimEnd()],
    features: desk.features,
  };
  try {
    const app = await createApp(parts);
    return ok({
      ...app,
      close: async () => {
        // A failure in one must not keep the others open.
        try {
          await desk.close();
        } finally {
          try {
            await app.close();
          } finally {
            await letGo();
          }
        }
      },
    });
  } catch (error) {
    await desk.close();
    await letGo();
    return fail(thrownFailure(error));
  }
}

function programOptions(
  { data, account, program, stillMs, secrets }: OpenAppOptions,
  signal: AbortSignal,
  log: (line: string) => void,
): ProgramOptions {
  return {
    data,
    baseUrl: account?.baseUrl ?? null,
    token: account?.token ?? null,
    signal,
    stopping: signal,
    log,
    warn: log,
    ...(program === undefined ? {} : { program }),
    ...(stillMs === undefined ? {} : { stillMs }),
    ...(secrets === undefined ? {} : { secrets }),
  };
}

/** The views before anything is known. */
function startedViews(data: string, env: Program['env'], log: (line: string) => void): ViewsInTurns {
  const first: Moment = {
    online: false,
    signedIn: false,
    paused: false,
    platform: env.platform,
    device: env.device,
    ignore: [],
    ignoreTexts: {},
    running: [],
    slowed: {},
    revisions: {},
    touched: {},
  };
  return new ViewsInTurns({
    make: () => startViews(resolve(data), first, log),
    now: () => performance.now(),
    sleep: (ms) => env.sleep(ms),
  });
}

const REBUILT =
  'The database was damaged and has been rebuilt from the service and your folders. Nothing was deleted.';

function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 10);
}
