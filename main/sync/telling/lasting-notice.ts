/** Hears about conditions that last. */
export interface NoticeOptions {
  /** The program works in another way than usual, in words: it has no watcher, or lost hints. */
  readonly onNotice: (line: string) => void;
  /** The condition that this line told about is over. */
  readonly onOver?: (line: string) => void;
}

/** A condition that a person should know about: told once, and taken back when it is over. */
export class LastingNotice {
  readonly #options: NoticeOptions;
  #line: string | null = null;

  constructor(options: NoticeOptions) {
    this.#options = options;
  }

  say(line: string): void {
    if (line === this.#line) return;
    this.over();
    this.#line = line;
    this.#options.onNotice(line);
  }

  over(): void {
    const line = this.#line;
    this.#line = null;
    if (line !== null) this.#options.onOver?.(line);
  }
}
