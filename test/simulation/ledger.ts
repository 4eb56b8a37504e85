import type { FileId } from '../../shared/model/ids.ts';

/** What people wrote and what they gave up by their own hand: the measure of whether a sync lost anything. */
export class Ledger {
  /** Every byte string that a person or another client wrote, and how many files it may rightly be by now. */
  readonly #written = new Map<string, number>();
  /** Overwritten or deleted by a person, on a computer or on the service. */
  readonly #givenUp = new Set<string>();
  /** Deleted in the program's window, which keeps it in the trash. */
  readonly #binned = new Set<string>();
  readonly #raced = new Set<string>();
  readonly #overwritten = new Map<string, FileId>();
  /** By folder, which is named as its computer unless it is a copy: what a person took from its place there. */
  readonly #taken = new Map<string, Set<string>>();
  /** By computer: what a person removed there while it was left out, to save room. */
  readonly #putAway = new Map<string, Set<string>>();
  #serial = 0;

  /** New bytes, unlike any before; of several sizes, so that sizes meet now and then. */
  newContent(who: string): string {
    const content = `${who} ${++this.#serial}`;
    return content.padEnd(12 + (this.#serial % 3) * 7, '.');
  }

  /**
   * What a client that does not know our facts writes, and leaves them standing. Where it writes right after one of
   * ours, before another computer looked, only the size tells: so its sizes are its own.
   */
  foreignContent(): string {
    const content = `web ${++this.#serial}`;
    return content.padEnd(40 + this.#serial, '.');
  }

  /** Another client of the service wrote it: replaced unseen it is nowhere, where what a computer wrote lies there still. */
  isForeign(content: string): boolean {
    return content.startsWith('web ');
  }

  /** The bytes are in a file. */
  wrote(content: string): void {
    this.#written.set(content, (this.#written.get(content) ?? 0) + 1);
  }

  /** The bytes were copied or moved: one file more may hold them. What nobody wrote (a save cut short) is not counted. */
  again(content: string): void {
    if (this.#written.has(content)) this.wrote(content);
  }

  /** A person took it out of a trash: it is a file once more, and owed. */
  isBack(content: string): void {
    this.again(content);
    this.#givenUp.delete(content);
    this.#binned.delete(content);
  }

  /** A person put it into a trash: owed it is still, but as a file no more. */
  binned(content: string): void {
    this.#binned.add(content);
  }

  isBinned(content: string): boolean {
    return this.#binned.has(content);
  }

  gaveUp(content: string): void {
    this.#givenUp.add(content);
  }

  /** Sent from a computer, and replaced in its record by another that had not seen it. */
  wasOverwritten(content: string, id: FileId): void {
    this.#overwritten.set(content, id);
  }

  /** It was replaced or deleted on the service by whoever had not seen it. */
  raced(content: string): void {
    this.#raced.add(content);
  }

  isRaced(content: string): boolean {
    return this.#raced.has(content);
  }

  /** What must still be a file, and not in a trash alone. */
  overwritten(): readonly (readonly [content: string, id: FileId])[] {
    return [...this.#overwritten].filter(([content]) => !this.#givenUp.has(content));
  }

  /** It was left out on that computer, and removed there: nobody wants it gone anywhere else. */
  putAway(computer: string, content: string): void {
    const away = this.#putAway.get(computer) ?? new Set();
    away.add(content);
    this.#putAway.set(computer, away);
  }

  /** That computer does not know any more what was left out there: what is missing in its folder looks deleted. */
  forgot(computer: string, folder: string): void {
    for (const content of this.#putAway.get(computer) ?? []) {
      this.took(folder, content);
      this.gaveUp(content);
    }
  }

  took(folder: string, content: string): void {
    const taken = this.#taken.get(folder) ?? new Set();
    taken.add(content);
    this.#taken.set(folder, taken);
  }

  /** A copy of a folder is made: from here on each has its own. */
  copied(from: string, to: string): void {
    this.#taken.set(to, new Set(this.#taken.get(from)));
  }

  hasTaken(folder: string, content: string): boolean {
    return this.#taken.get(folder)?.has(content) === true;
  }

  isGivenUp(content: string): boolean {
    return this.#givenUp.has(content);
  }

  /** What must still be somewhere. */
  owed(): readonly string[] {
    return [...this.#written.keys()].filter((content) => !this.#givenUp.has(content));
  }

  filesOf(content: string): number {
    return this.#written.get(content) ?? 0;
  }
}
