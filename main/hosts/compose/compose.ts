import { resolve } from 'node:path';
import { counted } from '../../../shared/counted.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { createDisk, type ThreadedDisk } from '../../adapters/disk/disk.ts';
import { closeFolder, whyNotOurs } from '../../adapters/disk/own-files/private.ts';
import { createSiteLocks } from '../../adapters/locks/site-locks.ts';
import { openSecrets, type SecretsOptions } from '../../adapters/secrets/secrets.ts';
import { openMirror, type OpenedMirror } from '../../adapters/sqlite/mirror.ts';
import { checkWords } from '../../app/account/check-words.ts';
import type { SyncContext } from '../../sync/context.ts';
import { AskedWaits } from '../../sync/pacing/asked-waits.ts';
import { Gate } from '../../sync/pacing/gate.ts';
import { PauseSwitch } from '../../sync/pacing/pause-switch.ts';
import { SpaceReservations } from '../../sync/pacing/space-reservations.ts';
import type { Disk } from '../../sync/ports/disk.ts';
import type { Environment, Secrets } from '../../sync/ports/environment.ts';
import type { SiteDataService } from '../../sync/ports/service.ts';
import type { SiteLocks } from '../../sync/ports/site-locks.ts';
import { Progress } from '../../sync/telling/progress.ts';
import { ignoreLines } from '../../sync/observe/site-ignore.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';
import { TransferSlots } from '../../sync/pacing/transfer-slots.ts';
import { Throttle } from '../../sync/pacing/throttle.ts';
import { defaultDataDir } from '../folders/default-folders.ts';
import { realEnvironment } from '../system/environment.ts';
import { firstLook } from './first-look.ts';
import { startPlanning, type Planning } from '../planning/start-planning.ts';
import { collectSooner } from '../runtime/spare-memory.ts';
import { makeService, silentService, type Entering, type GivenAccount } from './make-service.ts';

/** What a host was given. If the account is null, the settings and the keychain are asked. */
export interface ProgramOptions extends GivenAccount {
  readonly data: string;
  /** How a person knows this program; shown by another one that wants to keep the same folder. */
  readonly program?: string;
  readonly signal: AbortSignal;
  readonly stopping: AbortSignal;
  /** Milliseconds for which a file must be still before it is sent; 2,000 unless a test says otherwise. */
  readonly stillMs?: number;
  /** A disk that was started while all of this was loaded. It is closed with the program. */
  readonly disk?: ThreadedDisk;
  /** How the token is kept: with what the desktop shell offers, or without the keychain. */
  readonly secrets?: Pick<SecretsOptions, 'encrypt' | 'keychain' | 'runChild'>;
}

/** One session; the program outlives it. */
export interface SessionOptions {
  /** Null: the stored address and token. */
  readonly account: { readonly baseUrl: string; readonly token: string } | null;
  readonly stopping: AbortSignal;
}

/** The opened program: the mirror is ours alone until `close`. */
export interface Program {
  readonly mirror: OpenedMirror;
  /** The folder of the mirror and the settings. */
  readonly data: string;
  /** Opened on demand: a keychain may take seconds, or ask the person for its password. */
  readonly secrets: () => Promise<Secrets>;
  readonly disk: Disk;
  readonly locks: SiteLocks;
  readonly env: Environment;
  /** Once aborted, nothing new is begun. */
  readonly stopping: AbortSignal;
  /**
   * Signs in, for everything that needs the service. Fails with `sign-in` or `bad-input` if the account is not known. A host in
   * which people sign in and out gives the account and signals of each session. If address or token differ from the last time,
   * the service is asked first, and the address is stored once it has answered: so a mistyped one ends no agreement.
   */
  readonly context: (session?: SessionOptions) => Promise<Result<SyncContext>>;
  /** As `context`, but read-only: the agreements stay, whoever signs in. */
  readonly reader: () => Promise<Result<SyncContext>>;
  /** Without a sign-in: looks at the folders and asks the service nothing. Null if nobody ever signed in to one. */
  readonly looker: (stopping: AbortSignal) => Promise<SyncContext | null>;
  /** The number of requests sent, including those of a context that came to nothing. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

const TRANSFERS_AT_ONCE = 8;

/** The one place where adapters meet the engine. */
export async function openProgram(options: ProgramOptions): Promise<Result<Program>> {
  collectSooner();
  const data = resolve(options.data);
  const foreign = whyNotOurs(data);
  if (foreign !== null) {
    await options.disk?.close();
    return fail(foreign);
  }
  // The default folder may have been made readable for others. A folder that the person named may be meant to be.
  if (data === resolve(defaultDataDir())) closeFolder(data);
  const disk = options.disk ?? createDisk();
  const opened = openMirror(data);
  if (!opened.ok) {
    await disk.close();
    return opened;
  }
  tellRebuilt(opened.value, options.warn);
  return ok(programOn(opened.value, disk, { ...options, data }));
}

/** The program on its mirror, which is open; `options.data` is absolute. */
function programOn(mirror: OpenedMirror, disk: ThreadedDisk, options: ProgramOptions): Program {
  const { data } = options;
  let opening: Promise<Secrets> | null = null;
  const secrets = (): Promise<Secrets> => (opening ??= openSecrets({ dir: data, ...options.secrets }));
  const env = realEnvironment();
  const locks = createSiteLocks({ program: options.program ?? 'SiteSync', log: options.log });
  const planning = startPlanning(data, mirror);
  const parts = { mirror, planning, env, disk, locks };
  let service: SiteDataService | null = null;
  const open = async (own: ProgramOptions, enter: Entering): Promise<Result<SyncContext>> => {
    // In parallel with loading the modules for the network.
    if (enter !== 'never') disk.getReady();
    const made = await makeService(own, mirror, secrets, enter);
    if (!made.ok) return made;
    service = made.value.service;
    const looked = made.value.mustAnswerFirst ? await firstLook(service, own.stopping) : ok(null);
    if (looked.ok) return ok(contextOf(own, { ...parts, service }));
    service.close();
    return fail(checkWords(service.baseUrl, looked.failure));
  };
  return {
    mirror,
    data,
    secrets,
    disk,
    locks,
    env,
    stopping: options.stopping,
    context: (session) =>
      session === undefined
        ? open(options, 'when-understood')
        : open(
            { ...options, ...session.account, stopping: session.stopping },
            session.account === null ? 'when-understood' : 'typed',
          ),
    reader: () => open(options, 'never'),
    looker: async (stopping) => {
      const silent = await silentService(mirror);
      if (silent === null) return null;
      return { ...contextOf({ ...options, stopping }, { ...parts, service: silent }), looksOnly: true };
    },
    requests: () => service?.requests ?? 0,
    close: async () => {
      service?.close();
      await Promise.all([planning.close(), disk.close()]);
      mirror.close();
      // Last: whoever takes over a folder must find everything that was done in it.
      locks.close();
    },
  };
}

/** Tells a person that the database was damaged, and what that costs them. */
function tellRebuilt(mirror: OpenedMirror, warn: (line: string) => void): void {
  if (mirror.rebuilt === null) return;
  const { reason } = mirror.rebuilt;
  warn(
    `SiteSync’s database was damaged (${reason}) and was rebuilt; no file was touched. ${sitesLost(mirror) ?? FOUND_AGAIN}`,
  );
}

const FOUND_AGAIN = 'The next sync finds your files again, and deletes nothing.';

/**
 * With a rebuilt database the choice of kept sites may be lost, wholly or in part: an incomplete list must not be taken for
 * all of them. Null if none is lost.
 */
export function sitesLost(mirror: Pick<OpenedMirror, 'followed' | 'rebuilt'>): string | null {
  if (mirror.rebuilt === null) return null;
  const lost = mirror.rebuilt.sitesLost;
  if (mirror.followed().length === 0)
    return 'It no longer knows which sites are kept here: keep each of them again, in the folder where it lies.';
  return lost === 0
    ? null
    : `It no longer knows ${counted(lost, 'site')} that ${lost === 1 ? 'was' : 'were'} kept here: keep what is missing among your sites again, in the folder where it lies. ${FOUND_AGAIN}`;
}

interface Parts extends Pick<SyncContext, 'env' | 'service' | 'disk' | 'locks'> {
  readonly mirror: OpenedMirror;
  readonly planning: Planning;
}

function contextOf(
  options: ProgramOptions,
  { mirror, planning, env, service, disk, locks }: Parts,
): SyncContext {
  return {
    service,
    disk,
    locks,
    mirror,
    plan: planning.plan,
    planAhead: planning.planAhead,
    planSoon: planning.planSoon,
    planFound: planning.planFound,
    env,
    gate: new Gate(service, env, new AskedWaits(mirror, service.baseUrl)),
    slots: new TransferSlots(TRANSFERS_AT_ONCE),
    up: new Throttle(env, SETTINGS.bytesUp.read(mirror)),
    down: new Throttle(env, SETTINGS.bytesDown.read(mirror)),
    pauseSwitch: new PauseSwitch(),
    reservations: new SpaceReservations(),
    progress: new Progress(),
    settings: {
      pageSize: 500,
      stillMs: options.stillMs ?? 2000,
      get ignore() {
        return ignoreLines(mirror);
      },
      patienceMs: 30_000,
    },
    ownFolder: options.data,
    signal: options.signal,
    stopping: options.stopping,
  };
}
