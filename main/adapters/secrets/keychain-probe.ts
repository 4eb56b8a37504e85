import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { SERVICE_NAME, type Keytar } from './keychain.ts';

export type KeychainProbe =
  | { readonly usable: true; readonly keytar: Keytar }
  /** Why not, as the second half of a sentence. */
  | { readonly usable: false; readonly why: string };

/**
 * Runs a module in a process of its own, which is killed after the limit. Resolves to its exit status; null if it was
 * killed. Node forks itself; a packaged desktop app cannot, and brings a way of its own.
 */
export type RunChild = (module: URL, args: readonly string[], limitMs: number) => Promise<number | null>;

const ROUND_TRIP = new URL('./keychain-round-trip.child.ts', import.meta.url);

/** Whether this computer has a keychain that works now; answers within the limit even where the keychain hangs. */
export async function usableKeychain(limitMs: number, runChild: RunChild = forkNode): Promise<KeychainProbe> {
  const file = installedKeytar();
  if (file === null) return { usable: false, why: 'this installation has no access to the keychain' };
  if (process.platform === 'linux') {
    if (!hasSessionBus()) return { usable: false, why: 'no keychain runs on this computer' };
    const problem = await roundTrip(file, limitMs, runChild);
    if (problem !== null) return { usable: false, why: problem };
  }
  try {
    const { default: keytar } = await import('keytar');
    return { usable: true, keytar };
  } catch {
    return { usable: false, why: 'the keychain could not be opened' };
  }
}

/** keytar is optional: on Linux it has to be compiled, and if that fails, the rest is installed all the same. */
function installedKeytar(): string | null {
  try {
    return createRequire(import.meta.url).resolve('keytar');
  } catch {
    return null;
  }
}

/** Without a session bus no secret service can be reached: asking would only cost time. */
function hasSessionBus(): boolean {
  const address = process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  return address !== '' || existsSync(`/run/user/${process.getuid?.() ?? ''}/bus`);
}

/**
 * Tries the keychain in a process of its own: a call into a hanging keyring cannot be cancelled, and would keep our own
 * process alive. Null if it works, else why it does not.
 */
async function roundTrip(keytarFile: string, limitMs: number, runChild: RunChild): Promise<string | null> {
  const status = await runChild(ROUND_TRIP, [keytarFile, SERVICE_NAME], limitMs);
  if (status === null) return 'the keychain did not answer (is it locked?)';
  return status === 0 ? null : 'the keychain does not work now';
}

function forkNode(module: URL, args: readonly string[], limitMs: number): Promise<number | null> {
  // The probe must not see the token of a scripted run.
  const { SITESYNC_TOKEN: _token, ...env } = process.env;
  const options = { env, timeout: limitMs, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [fileURLToPath(module), ...args], options, (error) => {
      if (error === null) resolve(0);
      else resolve(error.killed === true ? null : 1);
    });
  });
}
