import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import { A, B, FULL, SignInRig } from './sign-in-rig.ts';

let rig: SignInRig;

beforeEach(() => {
  rig = new SignInRig();
});

afterEach(() => rig.signIn.close());

function held(): { readonly until: Promise<void>; readonly go: () => void } {
  let go = (): void => undefined;
  const until = new Promise<void>((resolve) => (go = resolve));
  return { until, go };
}

describe('who is signed in', () => {
  it('ends each engine that began, also where two sign in at once', async () => {
    await rig.signIn.signIn(A);
    const slow = held();
    rig.ending = slow.until;
    const both = Promise.all([rig.signIn.signIn(A), rig.signIn.signIn(B)]);
    slow.go();
    await both;
    expect(rig.signIn.session?.context.service.baseUrl).toBe(B.baseUrl);
    await rig.signIn.close();
    expect([rig.started, rig.stopped]).toEqual([3, 3]);
  });

  it('stays the same over another way', async () => {
    await rig.signIn.resume();
    await rig.signIn.signIn(B);
    await rig.signIn.reopen();
    expect(rig.opened).toEqual([null, B, B]);
  });

  it('comes back where the first try over another way failed', async () => {
    await rig.signIn.signIn(B);
    rig.refusal = { code: 'tls', message: 'not encrypted', hint: '', retry: 'on-change' };
    expect(await rig.signIn.reopen()).toMatchObject({ ok: false });
    expect(rig.signIn.session).toBeNull();
    // Screens must not say any longer what waits and what is sent.
    expect(rig.changes).toEqual([B.baseUrl, null]);
    rig.refusal = null;
    expect(await rig.signIn.reopen()).toEqual(ok(null));
    expect(rig.signIn.session?.context.service.baseUrl).toBe(B.baseUrl);
  });

  it('is nobody after a sign-out, over whichever way', async () => {
    await rig.signIn.signIn(B);
    await rig.signIn.signOut();
    expect(await rig.signIn.reopen()).toEqual(ok(null));
    expect([rig.signIn.session, rig.opened]).toEqual([null, [B]]);
  });

  it('leaves the folders to other programs while nobody is, as soon as nothing works in them', async () => {
    await rig.signIn.signIn(A);
    expect(rig.givenUp).toEqual([]);
    await rig.signIn.signOut();
    expect(rig.givenUp).toEqual([1]);
    rig.refusal = { code: 'sign-in', message: 'No token is kept.', hint: '', retry: 'on-sign-in' };
    await rig.signIn.resume();
    expect(rig.givenUp).toEqual([1, 1]);
    // What a person did in them has ended.
    rig.signIn.letFoldersGo();
    await expect.poll(() => rig.givenUp).toEqual([1, 1, 1]);
    rig.refusal = null;
    await rig.signIn.signIn(A);
    rig.signIn.letFoldersGo();
    await rig.signIn.reopen();
    expect(rig.givenUp).toEqual([1, 1, 1]);
  });

  it('sees what changes in the folders while nobody is, and while somebody waits', async () => {
    rig.refusal = { code: 'sign-in', message: 'No token is kept.', hint: '', retry: 'on-sign-in' };
    await rig.signIn.resume();
    await rig.signIn.reopen();
    expect(rig.looks).toEqual(['paused', 'looks']);
    rig.refusal = { code: 'offline', message: 'Nothing answers.', hint: '', retry: 'on-connect' };
    await rig.signIn.signIn(B);
    rig.signIn.wake();
    await expect.poll(() => rig.opened).toEqual([null, null, B, B]);
    expect([rig.looks, rig.started]).toEqual([['paused', 'looks'], 0]);
    rig.refusal = null;
    await rig.signIn.signIn(A);
    expect([rig.looks, rig.started]).toEqual([['paused', 'looks', 'stopped'], 1]);
    rig.looks = [];
    await rig.signIn.signOut();
    expect([rig.looks, rig.stopped]).toEqual([['paused', 'looks'], 1]);
    await rig.signIn.close();
    expect(rig.looks).toEqual(['paused', 'looks', 'stopped']);
  });

  it('signs out, and in, where nothing can be looked at', async () => {
    rig.lookFails = true;
    await rig.signIn.signIn(A);
    expect(await rig.signIn.signOut()).toEqual(ok(null));
    expect([rig.troubles, rig.signIn.engine]).toEqual([[FULL], null]);
    expect(await rig.signIn.signIn(A)).toEqual(ok(null));
    expect(rig.signIn.engine).toBe(rig.signIn.session?.engine);
  });

  it('was nobody, which another way does not change', async () => {
    rig.refusal = { code: 'sign-in', message: 'No token is kept.', hint: '', retry: 'on-sign-in' };
    await rig.signIn.resume();
    expect(await rig.signIn.reopen()).toEqual(ok(null));
  });

  it('is nobody while the service of another account does not answer, says so, and asks again', async () => {
    rig.refusal = { code: 'offline', message: 'Nothing answers.', hint: 'Check it.', retry: 'on-connect' };
    expect(await rig.signIn.resume()).toEqual(ok(null));
    expect([rig.signIn.session, rig.signIn.waitsFor, rig.opened]).toEqual([null, rig.refusal, [null]]);
    expect([...rig.notices]).toEqual([expect.stringMatching(/^Nothing answers\. Check it\. /)]);
    rig.signIn.wake();
    await expect.poll(() => rig.opened).toEqual([null, null]);
    expect(rig.notices.size).toBe(1);
    rig.refusal = null;
    rig.signIn.wake();
    await expect.poll(() => rig.signIn.session).not.toBeNull();
    expect([rig.signIn.waitsFor, rig.notices.size, rig.started]).toEqual([null, 0, 1]);
    expect(rig.signIn.session?.context.stopping.aborted).toBe(false);
  });

  it('waits for nobody where another signs in, signs out, or it is closed', async () => {
    rig.refusal = { code: 'timeout', message: '', hint: '', retry: 'later' };
    await rig.signIn.resume();
    rig.refusal = null;
    await rig.signIn.signIn(B);
    expect([rig.signIn.waitsFor, rig.opened, rig.notices.size]).toEqual([null, [null, B], 0]);
    rig.refusal = { code: 'timeout', message: '', hint: '', retry: 'later' };
    await rig.signIn.signIn(A);
    await rig.signIn.signOut();
    expect([rig.signIn.waitsFor, rig.notices.size]).toEqual([null, 0]);
    await rig.signIn.signIn(A);
    expect(rig.signIn.waitsFor).not.toBeNull();
    await rig.signIn.close();
    expect(rig.opened).toEqual([null, B, A, A]);
  });

  it('is nobody once it is closed, whatever was under way', async () => {
    const slow = held();
    rig.opening = slow.until;
    const signing = rig.signIn.signIn(A);
    await Promise.resolve();
    const closing = rig.signIn.close();
    slow.go();
    await closing;
    expect(await signing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(await rig.signIn.signIn(B)).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect([rig.signIn.session, rig.started - rig.stopped]).toEqual([null, 0]);
  });

  it('is nobody once it is closed while the look at the folders ends for somebody', async () => {
    rig.refusal = { code: 'sign-in', message: 'No token is kept.', hint: '', retry: 'on-sign-in' };
    await rig.signIn.resume();
    rig.refusal = null;
    const slow = held();
    rig.ending = slow.until;
    const signing = rig.signIn.signIn(A);
    await expect.poll(() => rig.looks).toContain('stopped');
    const closing = rig.signIn.close();
    slow.go();
    await closing;
    expect(await signing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect([rig.signIn.session, rig.started - rig.stopped]).toEqual([null, 0]);
  });

  it('is asked for no longer where nobody waits, or once it is closed', async () => {
    rig.silent = true;
    const left = new AbortController();
    const checking = rig.signIn.check(A, left.signal);
    left.abort();
    await checking;
    const [again, signing] = [rig.signIn.check(A, new AbortController().signal), rig.signIn.signIn(A)];
    await rig.signIn.close();
    await again;
    expect(await signing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect([rig.signIn.session, rig.opened]).toEqual([null, []]);
  });
});
