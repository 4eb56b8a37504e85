import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { TextCipher } from '../../../main/adapters/secrets/encrypted-file.ts';
import { openSecrets } from '../../../main/adapters/secrets/secrets.ts';
import type { Secrets } from '../../../main/sync/ports/environment.ts';
import { MemorySecrets } from '../../support/memory/secrets.ts';
import { CANARY, secretsSuite } from './secrets-suite.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'secrets-'));
});

afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

/** Stands for the operating system's encryption: another one cannot read what it wrote. */
function cipher(): TextCipher {
  const key = randomBytes(32);
  return {
    available: () => true,
    encrypt(text) {
      const iv = randomBytes(12);
      const sealing = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
    },
    decrypt(bytes) {
      const opening = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      opening.setAuthTag(bytes.subarray(12, 28));
      return opening.update(bytes.subarray(28), undefined, 'utf8') + opening.final('utf8');
    },
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function expectNoCanary(folder: string): void {
  for (const file of filesBelow(folder)) expect(readFileSync(file).includes(CANARY), file).toBe(false);
}

const HOMES: readonly { name: string; open: () => Promise<Secrets> }[] = [
  {
    name: 'a file encrypted by the system',
    open: () => openSecrets({ keychain: false, encrypt: cipher(), dir }),
  },
  { name: 'the session’s memory', open: () => openSecrets({ keychain: false, dir }) },
  { name: 'the keychain for tests', open: () => Promise.resolve(new MemorySecrets()) },
];

describe.each(HOMES)('secrets in $name', ({ open }) => {
  it.each(secretsSuite)('$name', async ({ run }) => {
    await run(await open());
    expectNoCanary(dir);
  });
});

describe('the choice of a home', () => {
  it('is memory with a warning where there is nothing better', async () => {
    const unavailable = { ...cipher(), available: () => false };
    for (const encrypt of [null, unavailable]) {
      const secrets = await openSecrets({ keychain: false, encrypt, dir });
      expect(secrets.kind).toBe('memory');
      expect(secrets.warning).toBe(
        'A token is kept only until SiteSync ends, because the keychain is switched off.',
      );
      await secrets.set('a', CANARY);
    }
    expect(filesBelow(dir)).toEqual([]);
  });
});

describe('the encrypted file', () => {
  const open = (encrypt: TextCipher) => openSecrets({ keychain: false, encrypt, dir });
  const file = () => path.join(dir, 'secret.bin');

  it('is found again by the next process', async () => {
    const encrypt = cipher();
    await (await open(encrypt)).set('a', CANARY);
    const next = await open(encrypt);
    expect(next).toMatchObject({ kind: 'encrypted', warning: null });
    expect(await next.get('a')).toEqual({ ok: true, value: CANARY });
  });

  it.skipIf(process.platform === 'win32')('is for this user alone (Windows has no such bits)', async () => {
    dir = path.join(dir, 'made by us');
    await (await open(cipher())).set('a', CANARY);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  it('that another computer wrote asks for signing in, and is replaced by it', async () => {
    await (await open(cipher())).set('a', CANARY);
    const secrets = await open(cipher());
    expect(await secrets.get('a')).toMatchObject({
      ok: false,
      failure: { code: 'unreadable', retry: 'on-sign-in', hint: 'Sign in again.' },
    });
    await secrets.set('a', `${CANARY}-2`);
    expect(await secrets.get('a')).toEqual({ ok: true, value: `${CANARY}-2` });
  });

  it.skipIf(process.platform === 'win32')('that cannot be read just now is replaced by nothing', async () => {
    const secrets = await open(cipher());
    await secrets.set('a', CANARY);
    renameSync(file(), path.join(dir, 'aside'));
    // Stands for a disk that fails, or a program that keeps the file for itself.
    symlinkSync('secret.bin', file());
    const refused = { ok: false, failure: { code: 'unreadable', retry: 'later' } };
    for (const asked of [secrets.get('a'), secrets.set('b', 'other'), secrets.delete('b')])
      expect(await asked).toMatchObject(refused);
    renameSync(path.join(dir, 'aside'), file());
    expect(await secrets.set('b', 'other')).toEqual({ ok: true, value: undefined });
    expect(await secrets.get('a')).toEqual({ ok: true, value: CANARY });
  });

  it('takes no notice of a write that a crash cut short', async () => {
    const encrypt = cipher();
    await (await open(encrypt)).set('a', CANARY);
    writeFileSync(`${file()}.new`, 'half');
    const secrets = await open(encrypt);
    expect(await secrets.get('a')).toEqual({ ok: true, value: CANARY });
    await secrets.set('b', CANARY);
    expect(readdirSync(dir)).toEqual(['secret.bin']);
  });

  it('says where it cannot be written, without the secret', async () => {
    writeFileSync(path.join(dir, 'in the way'), '');
    const secrets = await openSecrets({
      keychain: false,
      encrypt: cipher(),
      dir: path.join(dir, 'in the way'),
    });
    const result = await secrets.set('a', CANARY);
    expect(result).toMatchObject({ ok: false, failure: { code: 'read-only' } });
    expect(JSON.stringify(result)).not.toContain(CANARY);
  });
});
