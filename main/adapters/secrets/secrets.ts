import type { Secrets } from '../../sync/ports/environment.ts';
import { encryptedSecrets, type TextCipher } from './encrypted-file.ts';
import { inParts } from './in-parts.ts';
import { keychainSecrets } from './keychain.ts';
import { usableKeychain, type RunChild } from './keychain-probe.ts';
import { sessionSecrets } from './session.ts';

export interface SecretsOptions {
  /** False: the keychain is not used. For tests, and for those who do not want it. */
  readonly keychain?: boolean;
  /** What the desktop shell offers for encrypting with the operating system's key; null or absent without one. */
  readonly encrypt?: TextCipher | null;
  /** The folder for an encrypted file. */
  readonly dir: string;
  /** Milliseconds within which the keychain must prove that it works. */
  readonly probeMs?: number;
  /** How the probe of the keychain gets its own process; by default Node's way. */
  readonly runChild?: RunChild;
}

/**
 * The best place for the token that this computer has: its keychain, else a file encrypted by the operating system, else
 * memory, with a warning. In none of them does the token reach the disk as plain text.
 */
export async function openSecrets(options: SecretsOptions): Promise<Secrets> {
  const keychain =
    options.keychain === false
      ? ({ usable: false, why: 'the keychain is switched off' } as const)
      : await usableKeychain(options.probeMs ?? 3000, options.runChild);
  if (keychain.usable) {
    const { keytar } = keychain;
    return keychainSecrets(process.platform === 'win32' ? inParts(keytar) : keytar);
  }
  const cipher = options.encrypt ?? null;
  if (cipher !== null && cipher.available()) return encryptedSecrets(cipher, options.dir);
  return sessionSecrets(`A token is kept only until SiteSync ends, because ${keychain.why}.`);
}
