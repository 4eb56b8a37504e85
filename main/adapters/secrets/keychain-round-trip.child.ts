import { createRequire } from 'node:module';
import type { Keytar } from './keychain.ts';

/**
 * Writes, reads and removes an entry; ends with 0 if that worked. Reading alone proves nothing: a keyring that nobody
 * can unlock says "no entry" at once, and then waits for ever for a password when something is to be written.
 * Arguments: the file of keytar, the name of the service.
 */
const [keytarFile = '', service = ''] = process.argv.slice(2);
const keytar = createRequire(import.meta.url)(keytarFile) as Keytar;
const account = `probe ${process.pid}`;
try {
  await keytar.setPassword(service, account, 'probe');
  const found = await keytar.getPassword(service, account);
  await keytar.deletePassword(service, account);
  process.exit(found === 'probe' ? 0 : 1);
} catch {
  process.exit(1);
}
