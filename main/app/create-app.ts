import { fail, ok, type Failure } from '../../shared/failure.ts';
import type { AppState, Settings } from '../../shared/ipc/app.ts';
import type { Handlers } from '../../shared/ipc/server.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { Site } from '../../shared/model/site.ts';
import { ignoreLines } from '../sync/observe/site-ignore.ts';
import type { Disk } from '../sync/ports/disk.ts';
import type { Environment, Secrets } from '../sync/ports/environment.ts';
import type { Mirror } from '../sync/ports/mirror.ts';
import type { SiteLocks } from '../sync/ports/site-locks.ts';
import { accountCommands } from './account/account-commands.ts';
import { observeMirror } from './feed/observed-mirror.ts';
import type { App, HostServices } from './app.ts';
import { appState } from './app-state.ts';
import type { AppContext } from './context.ts';
import { IgnoreTexts, type Texts } from './sites/ignore-texts.ts';
import { aroundEach } from './around-each.ts';
import { inWords } from './in-words.ts';
import { CachedDiskFacts, type DiskFacts } from './sites/cached-disk-facts.ts';
import { diagnosticsCommand, type DiagnosticsFacts } from './diagnostics.ts';
import { fileQueries } from './files/file-queries.ts';
import type { FeatureViews } from './files/command-views.ts';
import { Audience } from './feed/audience.ts';
import { ChangeFeed } from './feed/change-feed.ts';
import type { SessionMaker } from './account/session.ts';
import { readSettings } from './settings/settings.ts';
import { settingsCommands } from './settings/settings-commands.ts';
import { SignIn } from './account/sign-in.ts';
import { signInFirst, siteCommands } from './sites/site-commands.ts';
import type { Moment } from './views/moment.ts';
import type { ScreenViews } from './views/views-in-turns.ts';
import type { Views } from './views/views.ts';
import { FolderWork } from './folder-work.ts';
import { RunningPulls } from './models/running-pulls.ts';
import { Pause } from './pause.ts';
import { followedSite } from '../sync/following/followed-site.ts';
import { WorkMeter } from './work-meter.ts';

/** What a host provides: the ports, and ways to make what only it can. */
export interface AppParts {
  readonly mirror: Mirror;
  readonly disk: Disk;
  readonly locks: SiteLocks;
  readonly env: Environment;
  readonly secrets: Secrets;
  readonly host: HostServices;
  readonly views: ScreenViews;
  readonly maker: SessionMaker;
  readonly version: string;
  readonly defaultRoot: string;
  /** The folder below a root in which a site is to be kept. */
  readonly folderFor: (root: string, site: Site, others: readonly Site[]) => Promise<string>;
  /** Technical details of faults, for the log. */
  readonly log: (line: string) => void;
  readonly diagnostics: Omit<DiagnosticsFacts, 'tokenKept'>;
  /** Told once at the start, as that the mirror was rebuilt. */
  readonly notices: readonly string[];
  /** The features beyond syncing itself: files, drops, conflicts, series. */
  readonly features: (app: AppContext, views: FeatureViews) => Features;
}

export interface Features {
  readonly handlers: Omit<Handlers, CoreCommand>;
  readonly content: App['content'];
  readonly upload: App['upload'];
}

type CoreCommand =
  | keyof ReturnType<typeof accountCommands>
  | keyof ReturnType<typeof settingsCommands>
  | keyof ReturnType<typeof siteCommands>
  | keyof ReturnType<typeof fileQueries>
  | keyof ReturnType<typeof diagnosticsCommand>
  | 'app.state'
  | 'app.sync'
  | 'app.pause'
  | 'host.chooseFolder'
  | 'host.hearsKeys'
  | 'host.loginItem';

/** Starts the engine behind a window, and resumes the last session at once, online or not. */
export async function createApp(parts: AppParts): Promise<App> {
  const core = new Core(parts);
  try {
    await core.start();
    return core.app();
  } catch (error) {
    await core.close();
    throw error;
  }
}

class Core {
  readonly #parts: AppParts;
  readonly #audience: Audience;
  readonly #ignoreTexts: IgnoreTexts;
  readonly #changeFeed: ChangeFeed;
  readonly #pause: Pause;
  readonly #signIn: SignIn;
  readonly #meter = new WorkMeter();
  readonly #folderWork = new FolderWork(() => this.#signIn.letFoldersGo());
  readonly #context: AppContext;
  readonly #notices: Set<string>;
  readonly #diskFacts: CachedDiskFacts;
  #connection: AppState['connection'] = 'unknown';

  constructor(parts: AppParts) {
    const mirror = observeMirror(parts.mirror, {
      changed: (site, files) => this.#changeFeed.wrote(site, files),
      synced: (site) => this.#changeFeed.changed(site),
      changedAll: () => this.#changeFeed.changed(null),
      listed: () => {
        this.#setConnection('online');
      },
    });
    this.#parts = { ...parts, mirror };
    this.#notices = new Set(parts.notices);
    this.#audience = new Audience({
      env: parts.env,
      state: () => this.#stateSoon(),
      slowed: () => this.#signIn.session?.context.gate.slowed ?? [],
      log: parts.log,
    });
    this.#diskFacts = new CachedDiskFacts({
      env: parts.env,
      disk: parts.disk,
      followed: () => mirror.followed(),
      root: () => this.#settings.root,
    });
    this.#ignoreTexts = new IgnoreTexts({
      disk: parts.disk,
      followed: () => mirror.followed(),
      now: () => parts.env.now(),
      onChange: () => this.#changeFeed.changed(null),
    });
    this.#changeFeed = new ChangeFeed({
      env: parts.env,
      views: parts.views,
      moment: () => this.#moment(this.#ignoreTexts.read()),
      tick: () => this.#audience.tellState(),
      tell: (site) => {
        this.#diskFacts.outdated();
        this.#audience.emit('changed', { site });
      },
      onTrouble: (failure) => this.#audience.trouble(failure),
    });
    this.#pause = new Pause({
      mirror,
      env: parts.env,
      onChange: () => this.#paused(),
      onTrouble: (failure) => this.#audience.trouble(failure),
    });
    const notices = {
      onNotice: (line: string) => this.#notices.add(line),
      onOver: (line: string) => this.#notices.delete(line),
    };
    this.#signIn = new SignIn({
      ...notices,
      maker: parts.maker,
      letFoldersGo: () => {
        if (this.#folderWork.isAtRest) parts.locks.close();
      },
      secrets: parts.secrets,
      mirror,
      env: parts.env,
      onTrouble: (failure) => this.#audience.trouble(failure),
      isPaused: () => this.#pause.isOn,
      endWork: () => this.#context.pulls.stopAll(),
      onChange: () => {
        this.#setConnection('unknown');
        this.#changeFeed.changed(null);
      },
    });
    this.#context = this.#contextWith(notices);
  }

  /** What commands work with; the mirror is the observed one, so that screens hear of what is written. */
  #contextWith(notices: AppContext['notices']): AppContext {
    const { mirror, disk, locks, env, host } = this.#parts;
    return {
      mirror,
      disk,
      locks,
      env,
      host,
      session: () => this.#signIn.session?.context ?? null,
      syncSoon: (site) => {
        this.#signIn.session?.engine.syncNow(site);
        if (site === null) this.#signIn.session?.sites.wake();
      },
      requestFailed: (failure) => {
        if (!this.#pause.isOn) void this.#signIn.lookForService(failure);
      },
      requestAnswered: () => {
        if (!this.#pause.isOn) void this.#signIn.serviceAnswered();
      },
      inFolder: this.#folderWork.during,
      pauseSwitch: (site) => this.#signIn.session?.engine.pauseSwitch(site) ?? null,
      pulls: new RunningPulls(),
      changed: (site) => this.#changeFeed.changed(site),
      notices,
      emit: (name, payload) => this.#audience.emit(name, payload),
    };
  }

  async start(): Promise<void> {
    await this.#signIn.resume();
    this.#pause.start();
    this.#changeFeed.start();
  }

  app(): App {
    const fresh = async (): Promise<Views> => {
      await this.#parts.views.at(await this.#moment(this.#ignoreTexts.read()));
      return this.#parts.views;
    };
    /** For answers that are only shown: they do not wait until a large site is planned again. */
    const shown = async (): Promise<Views> => {
      await this.#parts.views.soon(await this.#moment(this.#ignoreTexts.lately()));
      return this.#parts.views;
    };
    const features = this.#parts.features(this.#context, { fresh, shown });
    const tell = (failure: Failure): void => this.#audience.trouble(failure);
    const inFolders = aroundEach(features.handlers, this.#folderWork.during);
    const handlers = { ...inFolders, ...this.#handlers({ fresh, shown }) };
    return {
      handlers: aroundEach(handlers, (call) => inWords(call, tell)),
      content: (...asked) => inWords(() => features.content(...asked), tell),
      upload: (...given) => inWords(() => features.upload(...given), tell),
      subscribe: (listener) => this.#audience.subscribe(listener),
      wake: () => {
        this.#pause.wake();
        this.#signIn.wake();
      },
      close: () => this.close(),
    };
  }

  async close(): Promise<void> {
    this.#pause.close();
    await this.#changeFeed.stop();
    await this.#signIn.close();
    this.#audience.close();
  }

  #handlers({ fresh, shown }: Record<'fresh' | 'shown', () => Promise<Views>>): Pick<Handlers, CoreCommand> {
    const parts = this.#parts;
    const context = this.#context;
    return {
      ...accountCommands(this.#signIn),
      ...settingsCommands(context, parts, {
        refresh: () => this.#signIn.engine?.refresh(),
        reopen: () => this.#signIn.reopen(),
      }),
      ...siteCommands(context, {
        counts: () => this.#changeFeed.counts,
        lapsing: async (site, keep) => (await fresh()).lapsing(site, keep),
        forgetCounts: (site) => this.#changeFeed.forget(site),
        listSites: async () => this.#signIn.session?.sites.list() ?? signInFirst(),
        folderFor: (site, others) => parts.folderFor(this.#settings.root, site, others),
        refresh: async () => this.#signIn.engine?.refresh(),
        release: (site, change) => this.#release(site, change),
      }),
      ...fileQueries(context, { shown, fresh }),
      ...diagnosticsCommand(context, this.#changeFeed, {
        ...parts.diagnostics,
        tokenKept: () => (this.#signIn.isTokenGiven ? 'given' : parts.secrets.kind),
      }),
      'app.state': async () => ok((await this.#stateSoon())()),
      'app.sync': async ({ site }) => {
        if (this.#signIn.session === null) {
          this.#signIn.wake();
          return fail(this.#signIn.waitsFor ?? signInFirst());
        }
        this.#signIn.session.context.gate.hurry(site);
        context.syncSoon(site);
        return ok(null);
      },
      'app.pause': async ({ paused, until }) => {
        if (paused) this.#pause.begin(until ?? null);
        else this.#pause.end();
        return ok(null);
      },
      // For the host, which calls this.
      'host.hearsKeys': async () => ok(null),
      'host.loginItem': async () => ok(parts.host.loginItem()),
      'host.chooseFolder': async ({ from }) => ok(await parts.host.chooseFolder(from)),
    };
  }

  /** Makes a change during which nothing works on the site: no cycle, and no model that is on its way. */
  #release<T>(site: SiteId, change: () => Promise<T>): Promise<T> {
    const released = async (): Promise<T> => {
      await this.#context.pulls.stop(site);
      return change();
    };
    return this.#signIn.engine?.release(site, released) ?? released();
  }

  /** First reads what comes from the disk: the state itself is that of the moment when it is asked for. */
  async #stateSoon(): Promise<() => AppState> {
    const facts = await this.#diskFacts.read();
    return () => this.#stateOf(facts);
  }

  #stateOf(diskFacts: DiskFacts): AppState {
    const parts = this.#parts;
    const session = this.#signIn.session;
    const stop = session?.context.gate.stop ?? null;
    if (stop !== null) this.#setConnection(stop.kind);
    return appState({
      ...parts,
      session,
      waitsFor: this.#signIn.waitsFor,
      waitsAt: this.#signIn.waitsAt,
      isTokenGiven: this.#signIn.isTokenGiven,
      connection: this.#connection,
      paused: this.#pause.isOn,
      pausedUntil: this.#pause.until,
      work: this.#meter.read(session?.context.progress ?? null, parts.env.now(), (site) =>
        this.#isSitePaused(site),
      ),
      counts: [...this.#changeFeed.counts.values()],
      settings: this.#settings,
      ...diskFacts,
      notices: [...this.#notices],
    });
  }

  /** Files wait for other things without a network, so that screens are outdated although no tree changed. */
  #setConnection(connection: AppState['connection']): void {
    if (connection === this.#connection) return;
    this.#connection = connection;
    this.#changeFeed.changed(null);
  }

  get #settings(): Settings {
    return readSettings(this.#parts.mirror, this.#parts.defaultRoot);
  }

  #paused(): void {
    // While nobody is signed in an engine only looks at the folders, and stays paused.
    const engine = this.#signIn.session?.engine;
    if (this.#pause.isOn) engine?.pauseAll();
    else engine?.resumeAll();
    this.#changeFeed.changed(null);
  }

  #isSitePaused(site: SiteId): boolean {
    return this.#pause.isOn || followedSite(this.#parts.mirror, site)?.paused === true;
  }

  async #moment(ignoreTexts: Promise<Texts>): Promise<Moment> {
    const { mirror, env } = this.#parts;
    const texts = await ignoreTexts;
    const session = this.#signIn.session;
    return {
      online: this.#connection === 'online',
      signedIn: (session !== null || this.#signIn.waitsFor !== null) && this.#connection !== 'sign-in',
      paused: this.#pause.isOn,
      platform: env.platform,
      device: env.device,
      ignore: ignoreLines(mirror),
      ignoreTexts: texts,
      running: session?.context.progress.state.running.map((each) => ({ ...each })) ?? [],
      slowed: Object.fromEntries(session?.context.gate.slowed ?? []),
      ...this.#changeFeed.written(),
    };
  }
}
