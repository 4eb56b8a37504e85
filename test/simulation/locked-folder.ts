import type { Person } from '../support/memory/disk/person.ts';

/** A folder that a person renamed, and that nobody may read from then on. */
export class LockedFolder {
  readonly #person: Person;
  #at: { readonly from: string; readonly to: string } | null = null;
  #isSeen = false;

  /** `person`: who works in the site's folder. */
  constructor(person: Person) {
    this.#person = person;
  }

  get isThere(): boolean {
    return this.#at !== null;
  }

  lock(from: string, to: string): void {
    this.#person.rename(from, to);
    this.#person.deny(to, 'read');
    this.#at = { from, to };
  }

  /** To be called while its drive is there. */
  unlock(): void {
    if (this.#at !== null) this.#person.deny(this.#at.to, null);
    this.#at = null;
  }

  holds(path: string): boolean {
    return this.#at !== null && path.startsWith(`${this.#at.to}/`);
  }

  /** Did it hold what lay at this path, in any case? */
  held(path: string): boolean {
    return this.#at !== null && path.toLowerCase().startsWith(`${this.#at.from.toLowerCase()}/`);
  }

  /** Does it lie in this folder, in any case? Whoever renames that takes it along. */
  liesIn(folder: string): boolean {
    return this.#at !== null && this.#at.to.toLowerCase().startsWith(`${folder.toLowerCase()}/`);
  }

  /** Whoever judges sees what nobody may read. */
  seen<T>(look: () => T): T {
    // A drive that is out takes it along.
    if (this.#at === null || this.#isSeen || !this.#person.has('.sitesync/site.json')) return look();
    const { to } = this.#at;
    this.#person.deny(to, null);
    this.#isSeen = true;
    try {
      return look();
    } finally {
      this.#isSeen = false;
      if (this.isThere) this.#person.deny(to, 'read');
    }
  }
}
