import { beforeEach, describe, expect, it } from 'vitest';
import { sessionSecrets } from '../../../main/adapters/secrets/session.ts';
import { keepProxy, keptProxy } from '../../../main/app/settings/kept-proxy.ts';
import { SETTINGS } from '../../../main/sync/settings/settings.ts';
import type { Secrets } from '../../../main/sync/ports/environment.ts';
import { fail, ok, type Failure } from '../../../shared/failure.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';

const LOCKED: Failure = {
  code: 'refused',
  message: 'The keychain is locked.',
  hint: 'Open it.',
  retry: 'now',
};

describe('the proxy', () => {
  let mirror: MemoryMirror;
  let kept: Map<string, string>;
  let keychain: Secrets;

  beforeEach(() => {
    mirror = new MemoryMirror();
    kept = new Map();
    keychain = {
      kind: 'keychain',
      warning: null,
      get: async (account) => ok(kept.get(account) ?? null),
      set: async (account, secret) => (kept.set(account, secret), ok(undefined)),
      delete: async (account) => (kept.delete(account), ok(undefined)),
    };
  });

  const stored = (): string | null => SETTINGS.proxy.read(mirror);
  const back = (): Promise<string | null> => keptProxy(mirror, async () => keychain);
  const unopened = (): Promise<Secrets> => Promise.reject(new Error('opened'));

  it.each([
    ['http://mila:s3cret@proxy.example:8080', 'http://mila@proxy.example:8080', 's3cret'],
    ['https://DOM\\mila:a%40b:c@d@10.0.0.1:3128/', 'https://DOM\\mila@10.0.0.1:3128/', 'a%40b:c@d'],
    ['mila:x@proxy:3128', 'mila@proxy:3128', 'x'],
  ])('%s is kept in two parts, and comes back as it was typed', async (typed, address, password) => {
    expect(await keepProxy(mirror, keychain, typed)).toEqual(ok(undefined));
    expect(stored()).toBe(address);
    expect([...kept.values()]).toEqual([password]);
    expect(await back()).toBe(typed);
  });

  it.each(['http://proxy.example:8080', 'proxy:3128', 'http://[::1]:3128'])(
    '%s has no password: no keychain is opened for it',
    async (typed) => {
      await keepProxy(mirror, keychain, typed);
      expect(kept.size).toBe(0);
      expect(await keptProxy(mirror, unopened)).toBe(typed);
    },
  );

  it('keeps its password where the same address is typed again, and forgets it with the address', async () => {
    await keepProxy(mirror, keychain, 'http://mila:s3cret@proxy:8080');
    await keepProxy(mirror, keychain, 'http://mila@proxy:8080');
    expect(await back()).toBe('http://mila:s3cret@proxy:8080');
    await keepProxy(mirror, keychain, 'http://mila@other:8080');
    expect(await back()).toBe('http://mila@other:8080');
    await keepProxy(mirror, keychain, 'http://mila:new@other:8080');
    await keepProxy(mirror, keychain, null);
    expect([stored(), kept.size]).toEqual([null, 0]);
    expect(await keptProxy(mirror, unopened)).toBeNull();
  });

  it('stays as it was where its password cannot be kept', async () => {
    await keepProxy(mirror, keychain, 'http://proxy:8080');
    const locked = { ...keychain, set: async () => fail(LOCKED) };
    expect(await keepProxy(mirror, locked, 'http://mila:s3cret@proxy:8080')).toEqual(fail(LOCKED));
    expect(stored()).toBe('http://proxy:8080');
  });

  it('is asked without a password where the keychain does not give it', async () => {
    await keepProxy(mirror, keychain, 'http://mila:s3cret@proxy:8080');
    keychain = { ...keychain, get: async () => fail(LOCKED) };
    expect(await back()).toBe('http://mila@proxy:8080');
  });

  it('of an earlier SiteSync has its password taken out of the settings, if it can be kept', async () => {
    const before = 'http://mila:s3cret@proxy:8080';
    SETTINGS.proxy.write(mirror, before);
    expect(await keptProxy(mirror, async () => sessionSecrets(''))).toBe(before);
    expect(stored()).toBe(before);
    for (let look = 0; look < 2; look += 1) expect(await back()).toBe(before);
    expect(stored()).toBe('http://mila@proxy:8080');
    expect([...kept.values()]).toEqual(['s3cret']);
  });
});
