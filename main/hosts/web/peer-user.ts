import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/** While others come and go, as somebody may make them do, a connection may be missing in what is read. */
const TRIES = 3;
const ROOT_USER = 0;
/** No user's: whoever had it has closed it. The kernel notes it as the administrator's for a minute, whose it need not be. */
export const GIVEN_UP = -1;

/** Answers so far. The ends of a connection never change. */
const found = new WeakMap<Socket, Promise<boolean>>();

/**
 * Does the other end of a loopback connection belong to another user of this computer? On Linux the table of the kernel
 * tells. Elsewhere nothing does, and only key, cookie and secrets decide. Others may briefly see the key (it is on the
 * command line of the browser that opens the address), and the cookie, which browsers send to every port.
 */
export function isOtherUser(socket: Socket): Promise<boolean> {
  const known = found.get(socket) ?? lookUp(socket);
  found.set(socket, known);
  return known;
}

async function lookUp({ localAddress, localPort, remoteAddress, remotePort }: Socket): Promise<boolean> {
  const mine = process.getuid?.();
  if (process.platform !== 'linux' || mine === undefined) return false;
  if (localAddress === undefined || localPort === undefined) return true;
  if (remoteAddress === undefined || remotePort === undefined) return true;
  const from = { address: remoteAddress, port: remotePort };
  const user = await userNow(from, { address: localAddress, port: localPort });
  // The administrator can read all that we can.
  return user !== null && user !== mine && user !== ROOT_USER;
}

/**
 * As `userOfConnection`, of the table as it is now. Null: the table cannot be read, or the other end is no socket of this
 * kernel, as that of a browser of Windows that speaks to its Linux.
 */
async function userNow(from: End, to: End): Promise<number | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    const tables = await Promise.all(TABLES.map((file) => readFile(file, 'utf8').catch(() => '')));
    const user = userOfConnection(tables.join('\n'), from, to);
    if (user !== null) return user;
  }
  return null;
}

/** One end of a connection; the address is one of IPv4. */
export interface End {
  readonly address: string;
  readonly port: number;
}

/**
 * The user id of the socket that goes from one end to another, or `GIVEN_UP`; null if the table has none. Ports alone
 * would not do: all of 127.0.0.0/8 is this computer.
 */
export function userOfConnection(table: string, from: End, to: End): number | null {
  const [local, remote] = [endText(from), endText(to)];
  for (const line of table.split('\n')) {
    // sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode …
    const [, here = '', there = '', , , , , uid = '', , inode] = line.trim().split(/\s+/);
    if (plainEnd(here) === local && plainEnd(there) === remote) return inode === '0' ? GIVEN_UP : Number(uid);
  }
  return null;
}

/** As the kernel writes an end: the bytes of the address from the last to the first, and the port, in hex. */
function endText({ address, port }: End): string {
  const bytes = address
    .replace(/^::ffff:/i, '')
    .split('.')
    .toReversed();
  const hex = (value: number, digits: number): string =>
    value.toString(16).toUpperCase().padStart(digits, '0');
  return `${bytes.map((byte) => hex(Number(byte), 2)).join('')}:${hex(port, 4)}`;
}

/** An end without what stands before it where an IPv6 socket speaks IPv4. */
function plainEnd(text: string): string {
  return text.replace(/^0{16}F{4}0{4}/, '');
}
