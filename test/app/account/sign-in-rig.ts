import { expect } from 'vitest';
import type { Account, RunningEngine, SessionMaker } from '../../../main/app/account/session.ts';
import { SignIn } from '../../../main/app/account/sign-in.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { Gate } from '../../../main/sync/pacing/gate.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import type { FollowedSite } from '../../../main/sync/ports/mirror/sites.ts';
import type { Page, SiteDataService } from '../../../main/sync/ports/service.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Site } from '../../../shared/model/site.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { MemorySecrets } from '../../support/memory/secrets.ts';

export const A: Account = { baseUrl: 'https://a.example', token: 'token of a' };
export const B: Account = { baseUrl: 'https://b.example', token: 'token of b' };

export const FULL: Failure = { code: 'disk-full', message: 'Full.', hint: '', retry: 'later' };
export const harbour = { id: 'har', name: 'Harbour House' } as Site;
export const kept = { id: 'har', keep: 'all', paused: false } as FollowedSite;
export const listed = ok<Page<Site>>({ items: [harbour], odd: [], count: 1, next: null });

export function failed(
  code: Failure['code'],
  retry: Failure['retry'],
  more: Partial<Failure> = {},
): Result<never> {
  return fail({ code, message: '', hint: '', retry, ...more });
}

/** Signing in and out, with stand-ins for engines and services; one site is kept. Tests set what these answer. */
export class SignInRig {
  readonly mirror = new MemoryMirror();
  readonly signIn: SignIn;
  /** Who was opened, in order; null: as is kept. */
  readonly opened: (Account | null)[] = [];
  started = 0;
  stopped = 0;
  /** Engines end only when this has resolved. */
  ending: Promise<void> = Promise.resolve();
  opening: Promise<void> = Promise.resolve();
  refusal: Failure | null = null;
  /** The service does not answer. */
  silent = false;
  /** How the list of sites is answered, in order; then there is no connection. */
  lists: Result<Page<Site>>[] = [];
  /** What was waited before the next time, ms; one at a time is let through. */
  waits: number[] = [];
  /** What could not be written. */
  readonly troubles: Failure[] = [];
  /** The person wants nothing to be sent or fetched. */
  isPaused = false;
  now = 0;
  /** What is said as long as it lasts. */
  readonly notices = new Set<string>();
  /** Of the engines that were started so many had stopped each time that all folders were given up. */
  readonly givenUp: number[] = [];
  /** What the engines did that only look at the folders. */
  looks: string[] = [];
  /** The mirror cannot be read when one is to begin. */
  lookFails = false;
  /** Who was signed in each time that a change was told. */
  readonly changes: (string | null)[] = [];

  constructor() {
    this.mirror.follow(kept);
    this.signIn = new SignIn({
      maker: this.#maker(),
      secrets: new MemorySecrets(),
      mirror: this.mirror,
      letFoldersGo: () => this.givenUp.push(this.stopped),
      env: {
        now: () => this.now,
        sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
      },
      onNotice: (line) => this.notices.add(line),
      onOver: (line) => this.notices.delete(line),
      onTrouble: (failure) => this.troubles.push(failure),
      isPaused: () => this.isPaused,
      endWork: () => Promise.resolve(),
      onChange: () => this.changes.push(this.signIn.session?.context.service.baseUrl ?? null),
    });
  }

  /** What keeps the session from its service; null if nothing does. */
  stopNow(): string | null {
    return this.signIn.session?.context.gate.stop?.kind ?? null;
  }

  /** From now on it looked some times whether it is to ask. */
  async someTurns(): Promise<void> {
    const before = this.waits.length;
    await expect.poll(() => this.waits.length).toBeGreaterThan(before + 2);
  }

  #maker(): SessionMaker {
    return {
      hasGivenToken: false,
      open: async (account, stopping) => {
        this.opened.push(account);
        await this.opening;
        return this.refusal === null ? ok(this.#contextOf(account, stopping)) : fail(this.refusal);
      },
      start: ({ looksOnly }) => {
        if (looksOnly !== true) this.started += 1;
        return this.#engine(looksOnly);
      },
      look: async (stopping) => {
        if (this.lookFails) throw new FailureError(FULL);
        const nothingKept = this.mirror.followed().length === 0;
        return nothingKept ? null : { ...this.#contextOf(A, stopping), looksOnly: true };
      },
      check: async ({ baseUrl }, signal) => {
        if (this.silent) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { baseUrl, sites: 1, failure: null };
      },
    };
  }

  #engine(looksOnly = false): RunningEngine {
    const nothing = (): void => undefined;
    const does = (what: string): void => void (looksOnly && this.looks.push(what));
    return {
      syncNow: nothing,
      wake: nothing,
      refresh: async () => does('looks'),
      release: (_, change) => change(),
      pauseSwitch: () => null,
      pauseAll: () => does('paused'),
      resumeAll: () => does('resumed'),
      stop: async () => {
        // What changes a site waits for it meanwhile.
        does(this.signIn.engine === null ? 'stopped, known to nobody' : 'stopped');
        await this.ending;
        if (!looksOnly) this.stopped += 1;
      },
    };
  }

  #contextOf(account: Account | null, stopping: AbortSignal): SyncContext {
    const service = {
      baseUrl: account?.baseUrl ?? A.baseUrl,
      sitesPage: async () => this.lists.shift() ?? failed('offline', 'on-connect'),
      close: () => undefined,
    };
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      this.waits.push(ms);
      // A turn for others, as any wait is: without it a loop that only waits would let nobody look at what it did.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.lists.length === 0 && !signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const { signal } = new AbortController();
    const { mirror } = this;
    const env = { sleep, now: () => this.now };
    const gate = new Gate(service as unknown as SiteDataService, env);
    return { service, signal, stopping, mirror, gate, settings: {}, env } as unknown as SyncContext;
  }
}
