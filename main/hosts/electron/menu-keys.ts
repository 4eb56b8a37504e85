import type { WebContents } from 'electron';

/** What is pressed longer before a page hears it, as while somebody signs in, is not meant any more, ms. */
const MEANT = 30_000;

/** Hands keys of the menu to the page: one that is only being opened gets the last of them as soon as it hears keys. */
export class MenuKeys {
  readonly #contents: () => Pick<WebContents, 'sendInputEvent'> | null;
  readonly #modifier: 'cmd' | 'control';
  #hearing: Pick<WebContents, 'sendInputEvent'> | null = null;
  #waiting: { readonly key: string; readonly at: number } | null = null;

  constructor(contents: () => Pick<WebContents, 'sendInputEvent'> | null, platform: NodeJS.Platform) {
    this.#contents = contents;
    this.#modifier = platform === 'darwin' ? 'cmd' : 'control';
  }

  press(key: string): void {
    const contents = this.#contents();
    if (contents !== null && contents === this.#hearing) this.#send(key);
    else this.#waiting = { key, at: Date.now() };
  }

  /** The page of the window hears keys from now on. */
  hear(): void {
    this.#hearing = this.#contents();
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null && Math.abs(Date.now() - waiting.at) < MEANT) this.#send(waiting.key);
  }

  #send(key: string): void {
    for (const type of ['keyDown', 'keyUp'] as const)
      this.#hearing?.sendInputEvent({ type, keyCode: key, modifiers: [this.#modifier] });
  }
}
