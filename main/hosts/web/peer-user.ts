import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const ROOT_USER = 0;

/** What was found out; a connection has the same ends for as long as it lives. */
const found = new WeakMap<Socket, Promise<boolean>>();

/**
 * Does the other end of a loopback connection belong to another user of this computer? On Linux the kernel's table says
 * so; elsewhere nothing does, and key, cookie and secrets alone decide. Others may see the key of an address for a
 * moment (it stands on the command line of the browser that is opened on it), and the cookie, which knows no ports.
 */
export function isOtherUser(socket: Socket): Promise<boolean> {
  const known = found.get(socket) ?? lookUp(socket);
  found.set(socket, known);
  return known;
}

async function lookUp(socket: Socket): Promise<boolean> {
  const mine = process.getuid?.();
  const { localPort, remotePort } = socket;
  if (process.platform !== 'linux' || mine === undefined) return false;
  if (localPort === undefined || remotePort === undefined) return true;
  const tables = await Promise.all(TABLES.map((file) => readFile(file, 'utf8').catch(() => '')));
  const user = userOfConnection(tables.join('\n'), remotePort, localPort);
  // The administrator can read all that we can; a connection that was just given up is the administrator's too.
  return user !== null && user !== mine && user !== ROOT_USER;
}

/** The user id of the socket that goes from one port of this computer to another; null where the table has none. */
export function userOfConnection(table: string, from: number, to: number): number | null {
  const port = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
  for (const line of table.split('\n')) {
    // sl local_address rem_address st tx:rx tr:when retrnsmt uid …; addresses are hex, 8 or 32 digits, then the port.
    const [, local = '', remote = '', , , , , uid = ''] = line.trim().split(/\s+/);
    if (local.endsWith(`:${port(from)}`) && remote.endsWith(`:${port(to)}`) && isLoopback(remote))
      return Number(uid);
  }
  return null;
}

/** 127.0.0.1 as the kernel writes it, also where an IPv6 socket speaks to it. */
function isLoopback(address: string): boolean {
  return /^(?:0{16}F{4}0{4})?0100007F:/.test(address);
}
