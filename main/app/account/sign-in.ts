import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { SyncContext } from '../../sync/context.ts';
import type { NoticeOptions } from '../../sync/lasting-notice.ts';
import { forgetWhoIAm } from '../../sync/me.ts';
import { isUnanswered } from '../../sync/pacing/gate.ts';
import { MirrorError } from '../../sync/ports/mirror-error.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import type { Environment, Secrets } from '../../sync/ports/environment.ts';
import { mayBeRight } from './check-words.ts';
import { forgetTokens, keepToken, tokenPlaces } from './kept-tokens.ts';
import type { Account, Checked, RunningEngine, Session, SessionMaker } from './session.ts';
import { SitesAsker } from './sites-asker.ts';
import { WaitingAccount } from './waiting-account.ts';

export interface SignInOptions extends Required<NoticeOptions> {
  readonly maker: SessionMaker;
  readonly secrets: Secrets;
  readonly mirror: Mirror;
  /** Other programs may have the folders, but while a person's work in them goes on. */
  readonly letFoldersGo: () => void;
  readonly env: Pick<Environment, 'sleep'>;
  /** The mirror could not be written when the sites were listed. */
  readonly onTrouble: (failure: Failure) => void;
  /** Everything was paused by the person: an engine that starts stays paused. */
  readonly isPaused: () => boolean;
  /** Signed in, out, or refused: the state is another. */
  readonly onChange: () => void;
}

/** Who is signed in, and the engine that works for them. At most one at a time. */
export class SignIn {
  readonly #options: SignInOptions;
  #session: Session | null = null;
  /** Looks at the folders while there is no session. */
  #looking: Omit<Session, 'sites'> | null = null;
  #waiting: WaitingAccount | null = null;
  /** Who is or was to be signed in, `account` null: as is kept. Null once signed out. */
  #wanted: { readonly account: Account | null } | null = null;
  /** What changes this goes one after the other: two beginnings at once would leave an engine that nobody ends. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  get session(): Session | null {
    return this.#session;
  }

  /** What works in the folders of the kept sites, if only by looking at them. */
  get engine(): RunningEngine | null {
    return (this.#session ?? this.#looking)?.engine ?? null;
  }

  /** Why nobody is signed in yet, where that will come by itself. */
  get waitsFor(): Failure | null {
    return this.#waiting?.failure ?? null;
  }

  /** The service that whoever waits named; null where nobody does, or it is the one that is kept. */
  get waitsAt(): string | null {
    return this.#waiting === null ? null : (this.#wanted?.account?.baseUrl ?? null);
  }

  /** The machine woke up, a network came, or somebody asks for it. */
  wake(): void {
    this.engine?.wake();
    this.#session?.sites.wake();
    this.#waiting?.wake();
  }

  /**
   * A request failed that no sync made. Where no service answers any more, the syncs begin to look for it, instead of with
   * their next listing: until one of them finds it again all that is shown says that it is away.
   */
  async lookForService(failure: Failure): Promise<void> {
    const session = this.#session;
    if (session === null || !isUnanswered(failure)) return;
    const { gate, stopping } = session.context;
    if (gate.stop !== null || !(await gate.isDead(stopping))) return;
    session.engine.wake();
    session.sites.wake();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** With what is kept from the last time; without it the program waits for a sign-in. */
  async resume(): Promise<Result<null>> {
    return this.#inTurn(() => this.#begin(null));
  }

  /** The same account over another way: proxy and rules of the connection are read when it is opened. */
  async reopen(): Promise<Result<null>> {
    this.#waiting?.end();
    return this.#inTurn(async () => {
      if (this.#wanted === null) return ok(null);
      const wasOpen = this.#session !== null;
      await this.#end();
      const begun = await this.#begin(this.#wanted.account);
      // There was no one to sign in before either.
      return !begun.ok && !wasOpen && begun.failure.code === 'sign-in' ? ok(null) : begun;
    });
  }

  /** Asks the service without keeping anything, until nobody waits for it any more or the program closes. */
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
      const kept = await keepToken(this.#options, checked.baseUrl, account.token);
      if (!kept.ok) {
        // Whoever waited for the network goes on waiting: nothing came in their place.
        this.#waitFor(this.#waiting?.failure ?? null);
        return kept;
      }
      await this.#end();
      forgetWhoIAm(this.#options.mirror);
      return this.#begin({ ...account, baseUrl: checked.baseUrl });
    });
  }

  /** A person's work in the folders has ended: while nobody is signed in, nor waits to be, other programs may have them. */
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
      await this.#look();
      return forgotten.ok ? ok(null) : forgotten;
    });
  }

  /** The tokens of all services but the one where somebody is signed in, and of these as well. */
  async #forget(others: readonly string[] = []): Promise<Result<void>> {
    const baseUrls = new Set(others);
    try {
      for (const baseUrl of tokenPlaces(this.#options.mirror)) baseUrls.add(baseUrl);
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      this.#options.onTrouble(error.failure);
    }
    const stays = this.#session?.context.service.baseUrl;
    if (stays !== undefined) baseUrls.delete(stays);
    return forgetTokens(this.#options, baseUrls);
  }

  #inTurn(change: () => Promise<Result<null>>): Promise<Result<null>> {
    const next = this.#last.then(() => (this.#isClosed ? fail(CLOSED) : change()));
    this.#last = next.catch(() => undefined);
    return next;
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
      await this.#look();
      return waits ? ok(null) : opened;
    }
    if (this.#isClosed) {
      opened.value.service.close();
      return fail(CLOSED);
    }
    await this.#lookNoMore();
    const started = this.#started(opened.value, stop);
    const { engine, context } = started;
    if (this.#options.isPaused()) engine.pauseAll();
    const sites = new SitesAsker(context, this.#options);
    this.#session = { ...started, sites };
    this.#options.onChange();
    void sites.run();
    await engine.refresh();
    // Whoever signs in elsewhere is done with the service before. Where its token cannot go now, it does with the next one.
    if (account !== null) await this.#forget();
    return ok(null);
  }

  #started(opened: SyncContext, stop: AbortController): Omit<Session, 'sites'> {
    // Written through the mirror that screens follow.
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

  /** What a person changes in the folders is to be seen as waiting, whoever is signed in. */
  async #look(): Promise<void> {
    if (this.#looking !== null || this.#isClosed) return;
    const stop = new AbortController();
    try {
      const looker = await this.#options.maker.look(stop.signal);
      if (looker === null) return;
      this.#looking = this.#started(looker, stop);
      this.#looking.engine.pauseAll();
      await this.#looking.engine.refresh();
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      // Neither a sign-in nor a sign-out fails for it.
      this.#options.onTrouble(error.failure);
    }
  }

  /** Until it has ended, what changes a site waits for it: a scan of its folder of before may be under way. */
  async #lookNoMore(): Promise<void> {
    await this.#looking?.end();
    this.#looking = null;
  }

  /** Whoever signs in meanwhile, or closes the program, waits for no answer of a service that is asked once more. */
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

  /** Null: whoever was waited for is in, or not wanted any more. */
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
        if (!(error instanceof MirrorError)) throw error;
        // It still waits, and says so: as soon as the mirror can be written it is signed in.
        this.#options.onTrouble(error.failure);
      }
    }
  }

  async #end(): Promise<void> {
    const session = this.#session;
    if (session === null) return;
    this.#session = null;
    this.#options.onChange();
    await session.end();
  }

  /** Nobody is signed in any more, nor will be. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#waiting?.end();
    await this.#end();
    await this.#last;
    await this.#lookNoMore();
  }
}

const CLOSED: Failure = {
  code: 'cancelled',
  message: 'SiteSync is being closed.',
  hint: 'Sign in when it runs again.',
  retry: 'later',
};
