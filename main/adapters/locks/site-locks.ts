import { createHash } from 'node:crypto';
import { rename, unlink } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { realPath } from '../disk/paths/real-path.ts';
import type { LockedFolder, LockHolder, SiteLocks } from '../../sync/ports/site-locks.ts';
import { answerOf, ask, listenAt } from './lock-socket.ts';

export interface SiteLocksOptions {
  /** What this program is to a person, as “the desktop app”. */
  readonly program: string;
  readonly log: (line: string) => void;
  readonly platform?: NodeJS.Platform;
  /** Holds the names where they are files, as on a Mac; a folder that all users share unless a test says otherwise. */
  readonly place?: string;
}

/**
 * Locks that are local sockets: whoever listens at the name of a folder has it, and the system ends that with the
 * process. Not a file in the folder, which would have to be held open: a stick could not be ejected while it is
 * watched, on a share whose network is gone each call could hold up the whole program, and a write-protected or full
 * disk would have none. The price is that two computers that keep one folder of a share do not see each other, nor do
 * containers that have a network of their own; and that another user of the computer who looks for the names of open
 * sockets could listen at one of them later, and keep that folder waiting, but no more.
 */
export function createSiteLocks(options: SiteLocksOptions): SiteLocks {
  return new SocketLocks(options);
}

/** Null: it cannot be locked. */
type Taken = { readonly server: Server } | { readonly holder: LockHolder } | null;

interface Ours {
  readonly site: LockedFolder;
  readonly taking: Promise<Taken>;
}

class SocketLocks implements SiteLocks {
  readonly #options: SiteLocksOptions;
  readonly #platform: NodeJS.Platform;
  /** What is taken, or is being taken, by its name. */
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
    // By what it was taken for: while a drive is away the links to it lead nowhere, and its name is another.
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
    // Whoever has it may end between the two questions.
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

  /** The same for every program of this computer that keeps the folder, by whichever links it is reached. */
  async #nameOf({ folder, folderId }: LockedFolder): Promise<string> {
    const hash = createHash('sha256').update(`${folderId}\0${await realPath(folder)}`);
    const name = `sitesync-${hash.digest('hex').slice(0, 32)}`;
    if (this.#platform === 'win32') return `\\\\.\\pipe\\${name}`;
    // Not the folder for temporary files that the environment names: on a Mac each user has another.
    return this.#endsWithProcess ? `\0${name}` : join(this.#options.place ?? '/tmp', name);
  }

  /** Elsewhere a name is a file, which stays behind where the process is killed. */
  get #endsWithProcess(): boolean {
    return this.#platform === 'linux' || this.#platform === 'win32';
  }
}

/**
 * Nobody listens at this file any more. Another program may find that out as well, and listen at it by the time that it
 * is to go: then it is put back. One that another user left may not be touched, and stays.
 */
async function dropLeftover(name: string): Promise<void> {
  const aside = `${name}.${process.pid}`;
  try {
    await rename(name, aside);
    if ((await ask(aside)) === null) await unlink(aside);
    else await rename(aside, name);
  } catch {
    // It went by another hand, or is not ours.
  }
}
