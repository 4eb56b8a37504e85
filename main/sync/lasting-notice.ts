/** Who is told of what lasts. */
export interface NoticeOptions {
  /** A change of how it works, in words: no watcher, hints lost. */
  readonly onNotice: (line: string) => void;
  /** What such a line told of is over. */
  readonly onOver?: (line: string) => void;
}

/** One thing that a person should know: said once, and taken back when it is over. */
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
