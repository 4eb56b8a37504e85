import { z } from 'zod';
import { bytes, command, count, failure, nothing, siteId, text, time } from './define.ts';

/** A file on its way. */
const transfer = z.object({
  site: text,
  path: text,
  direction: z.enum(['up', 'down']),
  total: bytes.nullable(),
  done: bytes,
});
export type Transfer = z.infer<typeof transfer>;

/** The whole program at one glance: what the status bar and the rail show. Sent at most four times a second. */
export const appState = z.object({
  host: z.object({
    kind: z.enum(['electron', 'web']),
    version: z.string(),
    platform: z.enum(['linux', 'darwin', 'win32']),
    device: z.string(),
    /** What the host can do beyond the engine; buttons for the rest are not shown. */
    can: z.object({
      openFiles: z.boolean(),
      revealFiles: z.boolean(),
      chooseFolder: z.boolean(),
      loginItem: z.boolean(),
      keepAwake: z.boolean(),
    }),
    /**
     * Where updates come from (null: nowhere) and the file that says so, which only the person writes. Null if this
     * host has no updates.
     */
    updates: z.object({ feed: z.string().nullable(), file: z.string() }).nullable(),
  }),
  account: z.object({
    baseUrl: z.string().nullable(),
    signedIn: z.boolean(),
    /** Where the token is kept; null while there is none. `given`: nowhere, it came with the start of the program. */
    kept: z.enum(['keychain', 'encrypted', 'memory', 'given']).nullable(),
    /** Null also where it was kept by an earlier SiteSync, which noted no time. */
    keptSince: time.nullable(),
    warning: z.string().nullable(),
    /** How records name who is signed in; null until that is known. */
    person: z.string().nullable(),
    /** How the token calls them; null if it does not. Only to be shown: nobody proves it here. */
    tokenName: z.string().nullable(),
  }),
  connection: z.enum(['online', 'offline', 'sign-in', 'unknown']),
  /** Why it is not online, or why being online is of no use: a service under maintenance answers nothing else. */
  trouble: failure.nullable(),
  paused: z.boolean(),
  /** When the pause ends by itself; null if it does not, or nothing is paused. */
  pausedUntil: time.nullable(),
  /** End of the last complete sync of any site. */
  lastSync: time.nullable(),
  root: z.string(),
  work: z.object({
    phase: z.enum(['idle', 'listing', 'scanning', 'hashing', 'transferring']),
    site: text.nullable(),
    /** Whether progress is told in files or bytes; the same as long as a run lasts. */
    by: z.enum(['files', 'bytes']),
    filesDone: count,
    filesTotal: count,
    bytesDone: bytes,
    bytesTotal: bytes,
    bytesPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
    /** Bytes per second, each way, of the last files that were large enough to tell; null if there were none yet. */
    rates: z.object({ up: z.number().nullable(), down: z.number().nullable() }),
    running: z.array(transfer),
    /** The large file that is being read before it is sent, or for a comparison. */
    reading: transfer.pick({ site: true, path: true }).nullable(),
    /** Transfers stand still because their site is paused, and nobody knows for how long. */
    stands: z.boolean(),
  }),
  outbox: z.object({ pending: count, issues: count, conflicts: count, held: count }),
  /**
   * `keptBytes`: of the files and the models of all kept sites that are here; neither trash nor timeseries. `keptIsWhole`:
   * false where some folder of models cannot be read, and is not counted.
   */
  storage: z.object({ keptBytes: bytes, keptIsWhole: z.boolean(), freeBytes: bytes.nullable() }),
  trash: count,
  /** What a person should know about how it works now: no watcher, a rebuilt mirror. */
  notices: z.array(z.string()),
});
export type AppState = z.infer<typeof appState>;

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  /** Bytes per second; null is no limit. */
  bytesUp: z.number().positive().nullable(),
  bytesDown: z.number().positive().nullable(),
  ignore: z.string().max(100_000),
  notifications: z.boolean(),
  startAtLogin: z.boolean(),
  /** Keeps the computer awake during transfers, except on battery. */
  keepAwake: z.boolean(),
  /** Address of an HTTP proxy; null: the one of the environment. */
  proxy: z.string().max(2000).nullable(),
  allowInsecure: z.boolean(),
  root: text,
  density: z.enum(['compact', 'regular', 'roomy']),
  zone: z.enum(['site', 'utc', 'mine']),
  language: z.string().max(35).nullable(),
});
export type Settings = z.infer<typeof settings>;

/** A place that the palette can go to. */
export const place = z.object({
  kind: z.enum(['site', 'file', 'point']),
  site: text,
  siteName: text,
  key: text,
  label: text,
  detail: text,
});
export type Place = z.infer<typeof place>;

/** A list of files, filtered by what was typed, that holds more than a palette shows. */
const moreFiles = z.object({
  site: text,
  siteName: text,
  /** What that list is to be filtered by. */
  text,
  count,
});
export type MoreFiles = z.infer<typeof moreFiles>;

/** One that names all groups of a person is far longer than other texts. */
const token = z.string().max(1_000_000);

export const appCommands = {
  'app.state': command(nothing, appState),
  'app.sync': command(z.object({ site: siteId.nullable() }), nothing),
  /** `until`: when the pause ends by itself. Without it, it lasts until it is ended. */
  'app.pause': command(z.object({ paused: z.boolean(), until: time.optional() }), nothing),
  /** The places that fit best; `total`: how many fit. */
  'app.search': command(
    z.object({ text: z.string().max(200) }),
    z.object({ places: z.array(place), total: count, more: z.array(moreFiles) }),
  ),
  /** Asks the service without keeping anything: is this address and token good? */
  'account.check': command(
    z.object({ baseUrl: text, token }),
    z.object({ baseUrl: text, sites: count, failure: failure.nullable() }),
  ),
  'account.signIn': command(z.object({ baseUrl: text, token }), nothing),
  'account.signOut': command(nothing, nothing),
  'settings.get': command(nothing, settings),
  'settings.set': command(settings.partial(), settings),
  /** Could sites be kept below this folder? Nothing is made. */
  'settings.checkRoot': command(z.object({ root: text }), z.object({ failure: failure.nullable() })),
  /**
   * Logs and facts about the database, with names hashed and without the token. Returns a name for the file, and its
   * text.
   */
  'diagnostics.export': command(nothing, z.object({ name: text, text: z.string() })),
  /** From now on the page hears keys: one of the menu that was pressed while it opened is handed to it. */
  'host.hearsKeys': command(nothing, nothing),
  'host.chooseFolder': command(z.object({ from: text.nullable() }), z.string().nullable()),
  /** Does SiteSync start with the computer, as the system has it now? `off-in-system`: it was switched off there. */
  'host.loginItem': command(nothing, z.enum(['on', 'off', 'off-in-system'])),
} as const;
