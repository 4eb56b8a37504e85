import type { Failure } from '../../../shared/failure.ts';

/** How a command over many items ended. Each item that did not work says why, and keeps no other from its turn. */
export class Bulk {
  #changed = 0;
  readonly #problems: { readonly path: string; readonly message: string }[] = [];

  done(): void {
    this.#changed += 1;
  }

  failed(path: string, failure: Pick<Failure, 'message' | 'hint'>): void {
    this.#problems.push({ path, message: `${failure.message} ${failure.hint}`.trim() });
  }

  result(): { changed: number; problems: { path: string; message: string }[] } {
    return { changed: this.#changed, problems: [...this.#problems] };
  }
}
