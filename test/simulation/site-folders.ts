import { MARKER } from '../../main/adapters/disk/layout.ts';
import { parseMarker } from '../../main/adapters/disk/own-files/marker.ts';
import type { Marker } from '../../main/sync/ports/disk.ts';
import { SITE_SETTINGS } from '../../main/sync/settings/settings.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { MemoryDisk } from '../support/memory/disk/disk.ts';
import type { FolderNode } from '../support/memory/disk/nodes.ts';
import { filesBelow } from '../support/memory/disk/person.ts';
import type { MemoryMirror } from '../support/memory/mirror/mirror.ts';
import type { LaptopClimate } from './climate.ts';
import type { LockedFolder } from './locked-folder.ts';
import type { Scheduler } from './scheduler.ts';

/** What there is to know of a laptop that keeps a site. */
interface Keeper {
  readonly name: string;
  readonly folder: string;
  readonly disk: MemoryDisk;
  readonly mirror: MemoryMirror;
  readonly locked: LockedFolder;
  readonly setup: {
    readonly scheduler: Scheduler;
    readonly site: SiteId;
    readonly laptop: LaptopClimate;
  };
}

/** A folder that lies or lay where the site is kept on a laptop. */
export interface SiteFolder {
  readonly node: FolderNode;
  /** By which the ledger tells what was taken from it. */
  readonly name: string;
  readonly how: 'first' | 'copy' | 'image';
}

/** Milliseconds from a look at the marker to the question that follows it, at most. */
const A_LOOK = 2000;

/** The folder of a site on a laptop, and the copies of it that take its place. */
export class SiteFolders {
  /** What took the place of another one last, and is no more where the site is kept. */
  readonly away: SiteFolder[] = [];
  readonly copies: SiteFolder[] = [];
  readonly #laptop: Keeper;
  #now: Omit<SiteFolder, 'node'>;
  #before: string | null = null;
  #since = -Infinity;
  #count = 0;

  constructor(laptop: Keeper) {
    this.#laptop = laptop;
    this.#now = { name: laptop.name, how: 'first' };
  }

  /** By which the ledger tells what was taken from the folder that lies there now. */
  get name(): string {
    return this.#now.name;
  }

  /** Those that may have been there when somebody asks what the look at the marker showed just before. */
  get lately(): readonly string[] {
    const isRecent = this.#laptop.setup.scheduler.now - this.#since < A_LOOK;
    return this.#before !== null && isRecent ? [this.name, this.#before] : [this.name];
  }

  /** Can anybody work in it now? Not while its drive is out, or some of it is locked away. */
  get isThere(): boolean {
    const { disk, folder, locked } = this.#laptop;
    return !locked.isThere && disk.person(folder).has(MARKER);
  }

  copy(how: 'copy' | 'image'): SiteFolder {
    const { disk, folder, name } = this.#laptop;
    const copy = { node: disk.person(folder).copy(how), name: `${name} #${++this.#count}`, how };
    this.copies.push(copy);
    return copy;
  }

  /** Puts another folder in its place, and returns the one that was there. */
  exchange(other: SiteFolder): SiteFolder {
    const { disk, folder, setup } = this.#laptop;
    const node = disk.person(folder).exchange(other.node);
    const was = { ...this.#now, node };
    this.#now = { name: other.name, how: other.how };
    this.#before = was.name;
    this.#since = setup.scheduler.now;
    const at = this.away.findIndex((each) => each.name === other.name);
    if (at >= 0) this.away.splice(at, 1);
    this.away.push(was);
    return was;
  }

  /**
   * What no client can tell from the folder as it left it: a copy that is known by its edition alone, and was made after
   * that rose last. Some of what was agreed on under it may be missing there.
   */
  isAlike({ node, how }: SiteFolder): boolean {
    const { setup } = this.#laptop;
    const isTold = how === 'copy' && setup.laptop.disk.inodes !== 'none';
    return !isTold && this.#isAsLeft(filesBelow(node, '').get(MARKER));
  }

  /** Would it be told as another folder than the one that is kept? A person who is told so takes the right one. */
  isOther({ node }: SiteFolder): boolean {
    const followed = this.#laptop.mirror.followed()[0];
    return followed?.folderId !== markerIn(filesBelow(node, '').get(MARKER))?.folderId;
  }

  #isAsLeft(bytes: Uint8Array | undefined): boolean {
    const { setup, mirror } = this.#laptop;
    const marker = markerIn(bytes);
    const { now, before } = mirror.generation(setup.site);
    const isKnown = [now, before].includes(marker?.generation ?? null);
    return isKnown && (marker?.edition ?? 0) >= (SITE_SETTINGS.edition(setup.site).read(mirror) ?? 0);
  }

  /** Every file in the folders that are no more there, with what lies in their trash unless `ofPerson`. */
  *leftAway({ ofPerson = false } = {}): Iterable<Uint8Array> {
    for (const { node } of this.away) {
      for (const [path, bytes] of filesBelow(node, '')) if (!ofPerson || !isOurs(path)) yield bytes;
    }
  }
}

const isOurs = (path: string): boolean => path.startsWith('.sitesync/');

function markerIn(bytes: Uint8Array | undefined): Marker | null {
  return parseMarker(new TextDecoder().decode(bytes));
}
