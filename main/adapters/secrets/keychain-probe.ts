import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

import { SERVICE_NAME, type Keytar } from './keychain.ts';

export type KeychainProbe =
  | { readonly usable: true; readonly keytar: Keytar }
  /** Why not, as the second half of a sentence. */
  | { readonly usable: false; readonly why: string };

/**
 * Writes, reads and removes an entry. Reading alone proves nothing: a keyring that nobody can unlock says "no entry" at
 * once and then waits for ever for a password dialog when something is to be written.
 */
const ROUND_TRIP = `
  const keytar = require(process.argv[1]);
  const account = 'probe ' + process.pid;
  const round = async () => {
    await keytar.setPassword('${SERVICE_NAME}', account, 'probe');
    const found = await keytar.getPassword('${SERVICE_NAME}', account);
    await keytar.deletePassword('${SERVICE_NAME}', account);
    if (found !== 'probe') throw new Error('An entry was not found again');
  };
  round().then(() => process.exit(0), (error) => { console.error(error.message); process.exit(1); });
`;

/** Whether this computer has a keychain that works now; answers within the limit even where the keychain hangs. */
export async function usableKeychain(limitMs: number): Promise<KeychainProbe> {
  const file = installedKeytar();
  if (file === null) return { usable: false, why: 'this installation has no access to the keychain' };
  if (process.platform === 'linux') {
    if (!hasSessionBus()) return { usable: false, why: 'this session has no keyring' };
    const problem = await roundTrip(file, limitMs);
    if (problem !== null) return { usable: false, why: problem };
  }
  try {
    const { default: keytar } = await import('keytar');
    return { usable: true, keytar };
  } catch {
    return { usable: false, why: 'the keychain could not be opened' };
  }
}

/** An optional dependency: it has to be compiled on Linux, and where that fails the rest is installed all the same. */
function installedKeytar(): string | null {
  try {
    return createRequire(import.meta.url).resolve('keytar');
  } catch {
    return null;
  }
}

/** Without a session bus the question would only cost time: no secret service can be reached. */
function hasSessionBus(): boolean {
  const address = process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  return address !== '' || existsSync(`/run/user/${process.getuid?.() ?? ''}/bus`);
}

/**
 * In a process of its own: a call into a hanging keyring cannot be cancelled, and would keep our own process from ending.
 * Null where it works, else why it does not.
 */
function roundTrip(keytarFile: string, limitMs: number): Promise<string | null> {
  // The token of a scripted run is none of the probe's business; inside Electron the binary has to be told to be Node.
  const { SITESYNC_TOKEN: _token, ...inherited } = process.env;
  const env = { ...inherited, ELECTRON_RUN_AS_NODE: '1' };
  const options = { env, timeout: limitMs, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, ['-e', ROUND_TRIP, keytarFile], options, (error) => {
      if (error === null) resolve(null);
      else if (error.killed === true) resolve('the keyring did not answer (is it locked?)');
      else resolve('the keyring does not work in this session');
    });
  });
}
