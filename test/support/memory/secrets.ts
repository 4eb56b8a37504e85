import { ok, type Result } from '../../../shared/failure.ts';
import type { Secrets } from '../../../main/sync/ports/environment.ts';

/** A keychain for tests: behaves like the real one, which the same suite proves, and ends with the test. */
export class MemorySecrets implements Secrets {
  readonly kind = 'keychain';
  readonly warning = null;
  readonly #kept = new Map<string, string>();

  get(account: string): Promise<Result<string | null>> {
    return Promise.resolve(ok(this.#kept.get(account) ?? null));
  }

  set(account: string, secret: string): Promise<Result<void>> {
    this.#kept.set(account, secret);
    return Promise.resolve(ok(undefined));
  }

  delete(account: string): Promise<Result<void>> {
    this.#kept.delete(account);
    return Promise.resolve(ok(undefined));
  }
}
