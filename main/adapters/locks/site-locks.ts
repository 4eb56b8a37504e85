import { createHash } from 'node:crypto';
import { rename, unlink } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { realPath } from '../disk/paths/real-path.ts';
import type { LockedFolder, LockHolder, SiteLocks } from '../../sync/ports/site-locks.ts';
import { answerOf, ask, listenAt } from './lock-socket.ts';

export interface SiteLocksOptions {
  /** What people call this program, such as “the desktop app”. */
  readonly program: string;
  readonly log: (line: string) => void;
  readonly platform?: NodeJS.Platform;
  /** The folder for names that are files, as on a Mac; by default one that all users share. */
  readonly place?: string;
}

/**
 * Locks that are local sockets: the program that listens at a folder's name has the folder, and the system ends that
 * with the process.
 *
 * A lock file in the folder would have to be held open. Then a stick could not be ejected while it is watched; on a
 * share whose network is gone, each call could block the whole program; and a write-protected or full disk would have
 * no lock. The price: two computers that keep one folder of a share do not see each other, nor do containers with
 * networks of their own. And another user of the computer who looks for names of open sockets could listen at one
 * later, and keep that folder waiting, but no more.
 */
export function createSiteLocks(options: SiteLocksOptions): SiteLocks {
  return new SocketLocks(options);
}

/** Null if it cannot be locked. */
type Taken = { readonly server: Server } | { readonly holder: LockHolder } | null;

interface Ours {
  readonly site: LockedFolder;
  readonly taking: Promise<Taken>;
}

class SocketLocks implements SiteLocks {
  readonly #options: SiteLocksOptions;
  readonly #platform: NodeJS.Platform;
  /** Locks of this program, taken or being taken, by name. */
  readonly #ours = new Map<string, Ours>();

  constructor(options: SiteLocksOptions) {
    this.#options = options;
    this.#platform = options.platform ?? process.platform;
  }

  async take(site: LockedFolder): Promise<LockHolder | null> {
    const name = await this.#nameOf(site);
    const ours = this.#ours.get(name) ?? { site, taking: this.#take(name, site.folder) };
    this.#ours.set(name, ours);
    const taken = await ours.taking;
    if (taken === null || !('holder' in taken)) return null;
    if (this.#ours.get(name) === ours) this.#ours.delete(name);
    return taken.holder;
  }

  async holder(site: LockedFolder): Promise<LockHolder | null> {
    const name = await this.#nameOf(site);
    return this.#ours.has(name) ? null : ask(name);
  }

  free({ folder, folderId }: LockedFolder): void {
    // Found by the site and not by the name: while a drive is away, links to it lead nowhere and the name is another.
    for (const [name, { site }] of this.#ours)
      if (site.folder === folder && site.folderId === folderId) this.#free(name);
  }

  close(): void {
    for (const name of this.#ours.keys()) this.#free(name);
  }

  #free(name: string): void {
    const ours = this.#ours.get(name);
    this.#ours.delete(name);
    void ours?.taking.then((taken) => {
      if (taken !== null && 'server' in taken) taken.server.close();
    });
  }

  async #take(name: string, folder: string): Promise<Taken> {
    let why = '';
    // The other program may end between the two questions.
    for (let tries = 0; tries < 2; tries++) {
      const listening = await listenAt(name, answerOf(this.#options.program));
      if (typeof listening !== 'string') return { server: listening };
      why = listening;
      if (why !== 'EADDRINUSE') break;
      const holder = await ask(name);
      if (holder !== null) return { holder };
      if (!this.#endsWithProcess) await dropLeftover(name);
    }
    this.#options.log(`${folder} cannot be locked against other programs: ${why}`);
    return null;
  }

  /** The name of a folder's lock: the same for all programs of this computer, whichever links lead to the folder. */
  async #nameOf({ folder, folderId }: LockedFolder): Promise<string> {
    const hash = createHash('sha256').update(`${folderId}\0${await realPath(folder)}`);
    const name = `sitesync-${hash.digest('hex').slice(0, 32)}`;
    if (this.#platform === 'win32') return `\\\\.\\pipe\\${name}`;
    // Not the temporary folder of the environment: on a Mac, each user has another one.
    return this.#endsWithProcess ? `\0${name}` : join(this.#options.place ?? '/tmp', name);
  }

  /** Does the system drop the name with the process? Elsewhere it is a file, which stays if the process is killed. */
  get #endsWithProcess(): boolean {
    return this.#platform === 'linux' || this.#platform === 'win32';
  }
}

/**
 * Removes the file of a lock at which nobody listens any more. Another program may find that out too and listen at it
 * by then: then the file is put back. A file of another user cannot be touched, and stays.
 */
async function dropLeftover(name: string): Promise<void> {
  const aside = `${name}.${process.pid}`;
  try {
    await rename(name, aside);
    if ((await ask(aside)) === null) await unlink(aside);
    else await rename(aside, name);
  } catch {
    // Somebody else removed it, or it is not ours.
  }
}
