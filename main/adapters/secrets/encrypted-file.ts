import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { SerialQueue } from '../../../shared/serial-queue.ts';
import type { Secrets } from '../../sync/ports/environment.ts';
import { renameOver } from '../disk/own-files/write-durably.ts';

/** Encryption with a key that the operating system keeps, as Electron's safeStorage offers it. */
export interface TextCipher {
  available(): boolean;
  encrypt(text: string): Uint8Array;
  /** Throws if the bytes are not ours, or the key has changed. */
  decrypt(bytes: Uint8Array): string;
}

type Kept = Readonly<Record<string, string>>;

/** Secrets in `<dir>/secret.bin`, encrypted as a whole, readable by this user alone, and replaced atomically. */
export function encryptedSecrets(cipher: TextCipher, dir: string): Secrets {
  const file = path.join(dir, 'secret.bin');
  /** One change at a time: each reads the file and writes it anew. */
  const changes = new SerialQueue();

  function change(edit: (kept: Kept) => Kept): Promise<Result<void>> {
    return changes.run(async () => {
      const kept = await readKept(cipher, file);
      // What cannot be decrypted any more is useless: the next sign-in replaces it. What cannot be read just now is not.
      if (!kept.ok && kept.failure.retry === 'later') return kept;
      return writeKept(cipher, file, edit(kept.ok ? kept.value : {}));
    });
  }

  return {
    kind: 'encrypted',
    warning: null,
    async get(account) {
      await changes.idle();
      const kept = await readKept(cipher, file);
      if (!kept.ok) return kept;
      return ok(Object.hasOwn(kept.value, account) ? (kept.value[account] ?? null) : null);
    },
    set: (account, secret) => change((kept) => ({ ...kept, [account]: secret })),
    delete: (account) =>
      change((kept) => Object.fromEntries(Object.entries(kept).filter(([name]) => name !== account))),
  };
}

/** Fails with `later` if the file cannot be read just now: what is in it is as good as ever. */
async function readKept(cipher: TextCipher, file: string): Promise<Result<Kept>> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return ok({});
    return fail(LOST.has(code) ? undecipherable(code) : unreadable(file, code));
  }
  try {
    const kept: unknown = JSON.parse(cipher.decrypt(bytes));
    if (!isJsonObject(kept)) return fail(undecipherable('not an object'));
    return ok(
      Object.fromEntries(
        Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    );
  } catch (error) {
    // The error's own text is left out: a parser quotes what it read.
    return fail(undecipherable(error instanceof Error ? error.name : 'unknown'));
  }
}

/** The file is that of another user, as after one run with root's rights, and stays so: nobody will ever read it here. */
const LOST: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/** Written beside it, flushed, then renamed: a crash leaves the old file or the new one. */
async function writeKept(cipher: TextCipher, file: string, kept: Kept): Promise<Result<void>> {
  const fresh = `${file}.new`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await rm(fresh, { force: true });
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(cipher.encrypt(JSON.stringify(kept)));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameOver(fresh, file);
    return ok(undefined);
  } catch (error) {
    return fail(unwritable(file, error));
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

function unreadable(file: string, code: string): Failure {
  return {
    code: 'unreadable',
    message: `The sign-in could not be read from ${file} (${code}).`,
    hint: 'Close what keeps that file open, or check the disk that it is on, then try again.',
    retry: 'later',
    detail: code,
  };
}

function undecipherable(detail: string): Failure {
  return {
    code: 'unreadable',
    message: 'The stored token cannot be decrypted on this computer any more.',
    hint: 'Sign in again.',
    retry: 'on-sign-in',
    detail,
  };
}

function unwritable(file: string, error: unknown): Failure {
  const code = codeOf(error);
  return {
    code: code === 'ENOSPC' ? 'disk-full' : 'read-only',
    message: `The sign-in could not be stored in ${path.dirname(file)}.`,
    hint: 'Free some space or give your user write access there, then sign in again.',
    retry: 'on-sign-in',
    detail: code,
  };
}
