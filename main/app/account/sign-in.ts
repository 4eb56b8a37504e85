import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import type { SyncContext } from '../../sync/context.ts';
import type { NoticeOptions } from '../../sync/telling/lasting-notice.ts';
import { isUnanswered } from '../../sync/pacing/gate.ts';
import { thrownFailure } from '../../sync/ports/failure-error.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import type { Environment, Secrets } from '../../sync/ports/environment.ts';
import { mayBeRight } from './check-words.ts';
import { FolderLook, type Started } from './folder-look.ts';
import { forgetTokens, keepToken, tokenPlaces } from './kept-tokens.ts';
import type { Account, Checked, RunningEngine, Session, SessionMaker } from './session.ts';
import { SitesAsker } from './sites-asker.ts';
import { WaitingAccount } from './waiting-account.ts';

export interface SignInOptions extends Required<NoticeOptions> {
  readonly maker: SessionMaker;
  readonly secrets: Secrets;
  readonly mirror: Mirror;
  /** Unlocks the folders for other programs, unless a person's work in them goes on. */
  readonly letFoldersGo: () => void;
  readonly env: Pick<Environment, 'now' | 'sleep'>;
  /** Hears that the mirror could not be written when the sites were listed. */
  readonly onTrouble: (failure: Failure) => void;
  /** Did the person pause everything? Then an engine that starts stays paused. */
  readonly isPaused: () => boolean;
  /** Ends what commands still do with the service, as long as it can be told from a service that is not reached. */
  readonly endWork: () => Promise<void>;
  /** Called after each sign-in, sign-out and refusal. */
  readonly onChange: () => void;
}

/** The account that is signed in, and the engine that works for it: at most one at a time. */
export class SignIn {
  readonly #options: SignInOptions;
  #session: Session | null = null;
  /** Goes on while there is no session. */
  readonly #look: FolderLook;
  #waiting: WaitingAccount | null = null;
  /** The account that is, or is to be, signed in (`account` null: the stored one). Null after a sign-out. */
  #wanted: { readonly account: Account | null } | null = null;
  /** Two beginnings at once would leave an engine that nobody ends. */
  readonly #changes = new SerialQueue();
  readonly #closing = new AbortController();

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#look = new FolderLook({ ...options, start: (opened, stop) => this.#started(opened, stop) });
  }

  get session(): Session | null {
    return this.#session;
  }

  /** The engine that works in the folders of the kept sites, if only by looking at them. */
  get engine(): RunningEngine | null {
    return this.#session?.engine ?? this.#look.engine;
  }

  /** Why nobody is signed in yet although that will happen by itself; null if it will not. */
  get waitsFor(): Failure | null {
    return this.#waiting?.failure ?? null;
  }

  /** The service that the waiting account names; null if none waits, or if it is the stored one. */
  get waitsAt(): string | null {
    return this.#waiting === null ? null : (this.#wanted?.account?.baseUrl ?? null);
  }

  /** Is, or is to be, signed in with the token that came with the start of the program, and that is kept nowhere? */
  get isTokenGiven(): boolean {
    return this.#wanted?.account === null && this.#options.maker.hasGivenToken;
  }

  /** To be called when the machine woke up, a network came, or somebody asks for it. */
  wake(): void {
    this.engine?.wake();
    this.#session?.sites.wake();
    this.#waiting?.wake();
  }

  /**
   * To be called when a request failed that no sync made. If the service no longer answers, the syncs look for it now instead
   * of with their next listing, and until one of them finds it all screens say that it is away.
   */
  async lookForService(failure: Failure): Promise<void> {
    const session = this.#session;
    if (session === null || !isUnanswered(failure)) return;
    const { gate, stopping } = session.context;
    if (gate.stop !== null || !(await gate.isDead(stopping))) return;
    session.engine.wake();
    session.sites.wake();
  }

  /**
   * To be called when a request was answered that no sync made. Where the service counts as out of reach, the syncs ask
   * it now: the time of their next listing may be minutes away, and until then what waits would wait for nothing. Not where
   * only the part that gives charts is there: each answer would have all folders looked at again, and list nothing.
   */
  async serviceAnswered(): Promise<void> {
    const session = this.#session;
    if (session?.context.gate.stop?.kind !== 'offline') return;
    const { service, stopping } = session.context;
    const asked = await service.sitesPage(0, 1, { signal: stopping });
    if (stopping.aborted || (!asked.ok && isUnanswered(asked.failure))) return;
    session.engine.wake();
    session.sites.wake();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Signs in with the stored account; without one the program waits for a sign-in. */
  async resume(): Promise<Result<null>> {
    return this.#inTurn(() => this.#begin(null));
  }

  /** Signs in again with the same account, since proxy and connection settings are read only then. */
  async reopen(): Promise<Result<null>> {
    this.#waiting?.end();
    return this.#inTurn(async () => {
      if (this.#wanted === null) return ok(null);
      const wasOpen = this.#session !== null;
      await this.#end();
      const begun = await this.#begin(this.#wanted.account);
      // Nobody was signed in before either: that is no failure.
      return !begun.ok && !wasOpen && begun.failure.code === 'sign-in' ? ok(null) : begun;
    });
  }

  /** Asks the service and stores nothing; given up when the answer is no longer wanted or the program closes. */
  async check(account: Account, unwanted: AbortSignal = this.#closing.signal): Promise<Checked> {
    return this.#options.maker.check(account, AbortSignal.any([this.#closing.signal, unwanted]));
  }

  /** Checks with the service first: a wrong token replaces nothing. Offline it is taken on trust and tried later. */
  async signIn(account: Account): Promise<Result<null>> {
    const checked = await this.check(account);
    if (this.#isClosed) return fail(CLOSED);
    if (checked.failure !== null && !mayBeRight(checked.failure)) return fail(checked.failure);
    this.#waiting?.end();
    return this.#inTurn(async () => {
      const kept = await keepToken(
        { ...this.#options, now: this.#options.env.now() },
        checked.baseUrl,
        account.token,
      );
      if (!kept.ok) {
        // An account that waited for the network goes on waiting: nothing took its place.
        this.#waitFor(this.#waiting?.failure ?? null);
        return kept;
      }
      await this.#end();
      return this.#begin({ ...account, baseUrl: checked.baseUrl });
    });
  }

  /** To be called when a person's work in the folders has ended: unlocks them if no account is signed in or waits. */
  letFoldersGo(): void {
    if (this.#session !== null) return;
    void this.#inTurn(async () => {
      if (this.#session === null && this.#waiting === null) this.#options.letFoldersGo();
      return ok(null);
    });
  }

  /** Forgets the token, and those of services that were left; what is on this computer stays. */
  async signOut(): Promise<Result<null>> {
    this.#waiting?.end();
    return this.#inTurn(async () => {
      const tokensOf = [this.#session?.context.service.baseUrl, this.#wanted?.account?.baseUrl];
      this.#wanted = null;
      this.#waitFor(null);
      await this.#end();
      this.#options.letFoldersGo();
      const forgotten = await this.#forget(tokensOf.filter((baseUrl) => baseUrl !== undefined));
      await this.#lookAtFolders();
      return forgotten.ok ? ok(null) : forgotten;
    });
  }

  /** Forgets the tokens of all services except the one where somebody is signed in, and of the `others`. */
  async #forget(others: readonly string[] = []): Promise<Result<void>> {
    const baseUrls = new Set(others);
    try {
      for (const baseUrl of tokenPlaces(this.#options.mirror)) baseUrls.add(baseUrl);
    } catch (error) {
      this.#options.onTrouble(thrownFailure(error));
    }
    const stays = this.#session?.context.service.baseUrl;
    if (stays !== undefined) baseUrls.delete(stays);
    return forgetTokens(this.#options, baseUrls);
  }

  #inTurn(change: () => Promise<Result<null>>): Promise<Result<null>> {
    return this.#changes.run(() => (this.#isClosed ? fail(CLOSED) : change()));
  }

  async #begin(account: Account | null): Promise<Result<null>> {
    this.#wanted = { account };
    const stop = new AbortController();
    const opened = await this.#open(account, stop);
    const waits = !opened.ok && mayBeRight(opened.failure) && !this.#isClosed;
    this.#waitFor(waits ? opened.failure : null);
    if (!opened.ok) {
      // Nobody keeps the folders until somebody signs in.
      if (!waits) this.#options.letFoldersGo();
      await this.#lookAtFolders();
      return waits ? ok(null) : opened;
    }
    await this.#look.end();
    // Looked at last of all: whoever closes meanwhile ends the session that is there by then, and no other.
    if (this.#isClosed) {
      opened.value.service.close();
      return fail(CLOSED);
    }
    const started = this.#started(opened.value, stop);
    const { engine, context } = started;
    if (this.#options.isPaused()) engine.pauseAll();
    const sites = new SitesAsker(context, this.#options);
    this.#session = { ...started, sites };
    this.#options.onChange();
    void sites.run();
    await engine.refresh();
    // A sign-in elsewhere ends the use of earlier services. A token that cannot be deleted now is with the next sign-in.
    if (account !== null) await this.#forget();
    return ok(null);
  }

  async #lookAtFolders(): Promise<void> {
    if (!this.#isClosed) await this.#look.begin();
  }

  #started(opened: SyncContext, stop: AbortController): Started {
    // Through the observed mirror: so screens see what is written.
    const context = { ...opened, mirror: this.#options.mirror };
    const engine = this.#options.maker.start(context, this.#options);
    return {
      context,
      engine,
      end: async () => {
        stop.abort();
        await engine.stop();
        context.service.close();
      },
    };
  }

  /** Opens the session; gives up if somebody else signs in meanwhile, or the program closes. */
  async #open(account: Account | null, stop: AbortController): Promise<Result<SyncContext>> {
    const unwanted = [this.#closing.signal, ...(this.#waiting === null ? [] : [this.#waiting.over])];
    const giveUp = (): void => stop.abort();
    for (const signal of unwanted) signal.addEventListener('abort', giveUp);
    try {
      return await this.#options.maker.open(account, stop.signal);
    } finally {
      for (const signal of unwanted) signal.removeEventListener('abort', giveUp);
    }
  }

  /** Makes the wanted account wait because of this failure; null ends the wait: it is in, or no longer wanted. */
  #waitFor(failure: Failure | null): void {
    const before = this.#waiting;
    if (before === null && failure === null) return;
    if (before !== null) this.#options.onOver(before.notice);
    before?.end();
    this.#waiting = failure === null ? null : new WaitingAccount(failure);
    if (this.#waiting !== null) {
      this.#options.onNotice(this.#waiting.notice);
      void this.#askAgain(this.#waiting);
    }
    this.#options.onChange();
  }

  async #askAgain(waiting: WaitingAccount): Promise<void> {
    while (await waiting.rest(this.#options.env)) {
      try {
        await this.#inTurn(async () => {
          const account = this.#wanted?.account ?? null;
          return waiting.over.aborted ? ok(null) : this.#begin(account);
        });
        return;
      } catch (error) {
        // It goes on waiting, and says so: once the mirror can be written it is signed in.
        this.#options.onTrouble(thrownFailure(error));
      }
    }
  }

  async #end(): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    this.#session = null;
    this.#options.onChange();
    await this.#options.endWork();
    await session.end();
  }

  /** Ends the session for good. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#waiting?.end();
    await this.#end();
    await this.#changes.idle();
    await this.#look.end();
  }
}

const CLOSED: Failure = {
  code: 'cancelled',
  message: 'SiteSync is being closed.',
  hint: 'Sign in when it runs again.',
  retry: 'later',
};
