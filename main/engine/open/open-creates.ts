import { pathKey, type PathKey } from '../../../shared/model/rel-path.ts';
import type { Intent, LocalFile, RemoteFile } from '../trees.ts';

/**
 * The creates whose outcome is unknown, indexed by what identifies them: a service that loses replies leaves
 * thousands, and each new file and record is looked up here.
 */
export class OpenCreates {
  readonly #paths: ReadonlySet<PathKey>;
  readonly #files: ReadonlySet<string>;
  readonly #marks: ReadonlySet<string>;
  /** By name: a record of that name may be one of them if it was first seen after this listing. */
  readonly #after = new Map<string, number>();

  constructor(intents: readonly Intent[]) {
    this.#paths = new Set(intents.map((intent) => pathKey(intent.path)));
    this.#files = new Set(intents.filter(({ ino }) => ino !== 0n).map(likeness));
    this.#marks = new Set<string>(intents.map((intent) => intent.opId));
    for (const { name, listing } of intents) {
      const key = name.normalize('NFC');
      this.#after.set(key, Math.min(listing, this.#after.get(key) ?? listing));
    }
  }

  /** Is this a file that was sent, which may have been moved since, or does it lie in the place of one? */
  has(local: LocalFile): boolean {
    if (this.#paths.size === 0) return false;
    return this.#paths.has(pathKey(local.path)) || this.#files.has(likeness(local));
  }

  /**
   * Could one of them have made this record? A mark on it, or on a version that it is based on, tells. Without a
   * mark, name and age make it possible, and its bytes have to decide.
   */
  mayHaveMade(record: RemoteFile): boolean {
    const { opId, basedOn } = record.facts;
    if (opId !== null) return this.#marks.has(opId) || basedOn.some((mark) => this.#marks.has(mark));
    const after = this.#after.get(record.name.normalize('NFC'));
    return after !== undefined && record.firstSeen > after;
  }
}

/** What identifies a file that was moved: a move changes none of these. */
function likeness({ ino, size, mtimeNs }: Pick<LocalFile, 'ino' | 'size' | 'mtimeNs'>): string {
  return `${ino} ${size} ${mtimeNs}`;
}
