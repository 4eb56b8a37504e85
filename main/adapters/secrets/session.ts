import { ok } from '../../../shared/failure.ts';
import type { Secrets } from '../../sync/ports/environment.ts';

/** Secrets that end with the process: better to ask for them again than to write them where others can read them. */
export function sessionSecrets(warning: string): Secrets {
  const kept = new Map<string, string>();
  return {
    kind: 'memory',
    warning,
    get: (account) => Promise.resolve(ok(kept.get(account) ?? null)),
    set(account, secret) {
      kept.set(account, secret);
      return Promise.resolve(ok(undefined));
    },
    delete(account) {
      kept.delete(account);
      return Promise.resolve(ok(undefined));
    },
  };
}
