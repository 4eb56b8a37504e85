import { failureText, type Failure } from '../../../shared/failure.ts';

/** How many paths a message has room for. */
const NAMED = 3;

/** Collects how a command over many items ended. An item that fails says why, and does not hold up the others. */
export class Bulk {
  #changed = 0;
  readonly #named: string[] = [];
  readonly #problems: { readonly path: string; readonly message: string }[] = [];

  /** @param path under which a person knows it. */
  done(path: string): void {
    this.#changed += 1;
    if (this.#named.length < NAMED) this.#named.push(path);
  }

  failed(path: string, failure: Pick<Failure, 'message' | 'hint'>): void {
    this.#problems.push({ path, message: failureText(failure) });
  }

  /** Takes over how a part of it ended. */
  add({ changed, named, problems }: ReturnType<Bulk['result']>): void {
    this.#changed += changed;
    this.#named.push(...named.slice(0, NAMED - this.#named.length));
    this.#problems.push(...problems);
  }

  result(): { changed: number; named: string[]; problems: { path: string; message: string }[] } {
    return { changed: this.#changed, named: [...this.#named], problems: [...this.#problems] };
  }
}
