import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Account, RunningEngine } from '../../../main/app/account/session.ts';
import { SignIn } from '../../../main/app/account/sign-in.ts';
import type { SyncContext } from '../../../main/sync/context.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import { SETTINGS } from '../../../main/sync/settings/settings.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';
import { MemorySecrets } from '../../support/memory/secrets.ts';

const A: Account = { baseUrl: 'https://a.example', token: 'token of a' };
const B: Account = { baseUrl: 'https://b.example', token: 'token of b' };
const AWAY: Failure = { code: 'offline', message: 'It is away.', hint: '', retry: 'on-connect' };
const FULL: Failure = { code: 'disk-full', message: 'The disk is full.', hint: '', retry: 'later' };

let mirror: MemoryMirror;
let secrets: MemorySecrets;
let signIn: SignIn;
/** What comes of each opening, in order; then it is opened. */
let openings: (Failure | FailureError)[];
let troubles: Failure[];
/** How often the list of sites was asked for. */
let lists: number;
/** Lets all go on that waits. */
let goOn: () => void;

beforeEach(() => {
  [mirror, secrets, openings, troubles, lists] = [new MemoryMirror(), new MemorySecrets(), [], [], 0];
  let waits: (() => void)[] = [];
  goOn = () => {
    const [now] = [waits];
    waits = [];
    for (const end of now) end();
  };
  const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      waits.push(resolve);
      signal?.addEventListener('abort', () => resolve());
    });
  signIn = new SignIn({
    maker: {
      hasGivenToken: false,
      open: async (account, stopping): Promise<Result<SyncContext>> => {
        const fault = openings.shift();
        if (fault instanceof FailureError) throw fault;
        if (fault !== undefined) return fail(fault);
        const baseUrl = account?.baseUrl ?? A.baseUrl;
        SETTINGS.baseUrl.write(mirror, baseUrl);
        const sitesPage = async (): Promise<object> => {
          lists += 1;
          return ok({ items: [], odd: [], count: 0, next: null });
        };
        const service = { baseUrl, close: () => undefined, sitesPage };
        const gate = { reopen: () => undefined };
        const env = { sleep, now: () => 0 };
        return ok({
          service,
          stopping,
          signal: stopping,
          settings: {},
          env,
          gate,
          mirror,
        } as unknown as SyncContext);
      },
      start: () =>
        ({
          refresh: async () => undefined,
          stop: async () => undefined,
          wake: () => undefined,
        }) as unknown as RunningEngine,
      look: async () => null,
      check: async ({ baseUrl }) => ({ baseUrl, sites: 1, failure: null }),
    },
    secrets,
    mirror,
    letFoldersGo: () => undefined,
    env: { sleep, now: () => 0 },
    onNotice: () => undefined,
    onOver: () => undefined,
    onTrouble: (failure) => troubles.push(failure),
    isPaused: () => false,
    endWork: () => Promise.resolve(),
    onChange: () => undefined,
  });
});

afterEach(() => signIn.close());

/** Of which services a token is kept. */
async function kept(): Promise<readonly string[]> {
  const found = await Promise.all([A, B].map(({ baseUrl }) => secrets.get(baseUrl)));
  return [A, B].flatMap(({ baseUrl }, at) => {
    const token = found[at];
    return token?.ok === true && token.value !== null ? [baseUrl] : [];
  });
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

it('whoever signs out while another account waits for its service is signed out of both', async () => {
  await signIn.signIn(A);
  openings = [AWAY];
  await signIn.signIn(B);
  expect(signIn.waitsFor).toEqual(AWAY);
  // Until B is in, the next start begins with A.
  expect(await kept()).toEqual([A.baseUrl, B.baseUrl]);
  await signIn.signOut();
  expect(await kept()).toEqual([]);
});

it('whoever signs in at another service is forgotten at the one before', async () => {
  await signIn.signIn(A);
  await signIn.signIn(B);
  expect(await kept()).toEqual([B.baseUrl]);
});

it('whoever signs out is forgotten at each service where that was not possible before', async () => {
  await signIn.signIn(A);
  const forget = secrets.delete.bind(secrets);
  secrets.delete = async () => fail(AWAY);
  expect(await signIn.signIn(B)).toEqual(ok(null));
  expect(await signIn.signOut()).toEqual(fail(AWAY));
  expect(await kept()).toEqual([A.baseUrl, B.baseUrl]);
  secrets.delete = forget;
  expect(await signIn.signOut()).toEqual(ok(null));
  expect(await kept()).toEqual([]);
});

it('whoever signs out is signed out, also where the mirror cannot be read', async () => {
  await signIn.signIn(A);
  mirror.setting = () => {
    throw new FailureError(FULL);
  };
  expect(await signIn.signOut()).toEqual(ok(null));
  expect([signIn.session, await kept()]).toEqual([null, []]);
});

it('an account that waits is asked for again after the mirror could not be written', async () => {
  openings = [AWAY, new FailureError(FULL), new FailureError(FULL)];
  await signIn.signIn(B);
  for (let times = 0; times < 3; times++) {
    expect(signIn.session).toBeNull();
    goOn();
    await turns();
  }
  expect(troubles).toEqual([FULL, FULL]);
  expect(signIn.session?.context.service.baseUrl).toBe(B.baseUrl);
});

it('the sites are asked for again after the mirror could not be read', async () => {
  await signIn.signIn(A);
  await turns();
  expect(lists).toBe(1);
  const followed = mirror.followed.bind(mirror);
  mirror.followed = () => {
    throw new FailureError(FULL);
  };
  goOn();
  await turns();
  expect([troubles, lists]).toEqual([[FULL], 1]);
  mirror.followed = followed;
  goOn();
  await turns();
  expect(lists).toBe(2);
});

it('an account that waits goes on waiting where the keychain takes no other', async () => {
  openings = [AWAY];
  await signIn.signIn(B);
  const full: Failure = { code: 'unreadable', message: 'The keychain is locked.', hint: '', retry: 'now' };
  secrets.set = async () => fail(full);
  expect(await signIn.signIn(A)).toEqual(fail(full));
  expect(signIn.waitsFor).toEqual(AWAY);
  goOn();
  await turns();
  expect(signIn.session?.context.service.baseUrl).toBe(B.baseUrl);
});

it('whoever is signed in stays so where the keychain takes no other', async () => {
  await signIn.signIn(B);
  secrets.set = async () => fail(AWAY);
  expect(await signIn.signIn(A)).toEqual(fail(AWAY));
  expect([signIn.waitsFor, signIn.session?.context.service.baseUrl]).toEqual([null, B.baseUrl]);
});
