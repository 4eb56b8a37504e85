import type * as KeytarModule from 'keytar';

import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Secrets } from '../../sync/ports/environment.ts';

/** The part of keytar that is used. */
export type Keytar = Pick<typeof KeytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>;

/** The name under which the keychain lists our entries; the account is the service's base URL. */
export const SERVICE_NAME = 'SiteSync';

/** Long enough for a person to type the password of a keyring that locked itself meanwhile. */
const ANSWER_MS = 60_000;

export function keychainSecrets(keytar: Keytar): Secrets {
  return {
    kind: 'keychain',
    warning: null,
    get: (account) => answered(() => keytar.getPassword(SERVICE_NAME, account)),
    set: (account, secret) => answered(() => keytar.setPassword(SERVICE_NAME, account, secret)),
    delete: (account) =>
      answered(async () => {
        await keytar.deletePassword(SERVICE_NAME, account); // false: there was none, which is what was wanted
      }),
  };
}

async function answered<T>(ask: () => Promise<T>): Promise<Result<T>> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<Result<T>>((resolve) => {
    timer = setTimeout(() => resolve(fail(keychainFailure('no answer'))), ANSWER_MS);
  });
  try {
    return await Promise.race([ask().then((value) => ok(value)), silence]);
  } catch (error) {
    return fail(keychainFailure(error instanceof Error ? error.message : String(error)));
  } finally {
    clearTimeout(timer);
  }
}

function keychainFailure(detail: string): Failure {
  return {
    code: 'unreadable',
    message: 'The keychain of this computer did not let SiteSync in.',
    hint: 'Unlock the keychain, then sign in again.',
    retry: 'on-sign-in',
    detail,
  };
}
