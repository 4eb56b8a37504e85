import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../shared/failure.ts';
import { openSecrets } from '../../../main/adapters/secrets/secrets.ts';
import { secretsSuite } from './secrets-suite.ts';

/** The credentials of Windows: an entry holds at most 2560 bytes (CRED_MAX_CREDENTIAL_BLOB_SIZE). */
const kept = vi.hoisted(() => new Map<string, string>());

vi.mock('keytar', () => ({
  default: {
    getPassword: async (service: string, account: string) => kept.get(`${service}/${account}`) ?? null,
    setPassword: async (service: string, account: string, secret: string) => {
      if (Buffer.byteLength(secret) > 2560) throw new Error('The stub received bad data.');
      kept.set(`${service}/${account}`, secret);
    },
    deletePassword: async (service: string, account: string) => kept.delete(`${service}/${account}`),
  },
}));
// Whether it is installed here is no matter.
vi.mock('node:module', async (original) => ({
  ...(await original<object>()),
  createRequire: () => ({ resolve: () => 'keytar' }),
}));

const { platform } = process;
const A = 'https://sites.example/api';

beforeEach(() => {
  kept.clear();
  Object.defineProperty(process, 'platform', { value: 'win32' });
});

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
});

describe('the keychain of Windows', () => {
  it.each(secretsSuite)('$name', async ({ run }) => run(await openSecrets({ dir: '/none' })));

  it.each([
    ['of a usual length', 'a'.repeat(640), 1],
    ['that is longer than an entry holds', `ey${'J0'.repeat(4000)}`, 14],
    ['whose characters take four bytes each', '😀'.repeat(1500), 4],
    ['that reads as if it lay in parts', 'SiteSync keeps this in parts: 3', 2],
  ])('keeps a token %s', async (_, token, entries) => {
    const secrets = await openSecrets({ dir: '/none' });
    expect(secrets.kind).toBe('keychain');
    expect(await secrets.set(A, token)).toEqual(ok(undefined));
    expect(await secrets.get(A)).toEqual(ok(token));
    expect(kept.size).toBe(entries);
    expect(await secrets.set(A, 'short')).toEqual(ok(undefined));
    expect([...kept]).toEqual([[`SiteSync/${A}`, 'short']]);
    await secrets.set(A, token);
    expect(await secrets.delete(A)).toEqual(ok(undefined));
    expect(kept.size).toBe(0);
  });

  it('has nothing where a part of it is gone', async () => {
    const secrets = await openSecrets({ dir: '/none' });
    await secrets.set(A, 'x'.repeat(3000));
    kept.delete(`SiteSync/${A} (part 2)`);
    expect(await secrets.get(A)).toEqual(ok(null));
  });
});
