import { hasCome } from '../../engine/times/due.ts';
import { ignoreText } from '../../sync/observe/site-ignore.ts';
import type { Disk } from '../../sync/ports/disk.ts';
import type { FollowedSite } from '../../sync/ports/mirror/sites.ts';

/** By site: the text of its `.siteignore`. */
export type Texts = Readonly<Record<string, string>>;

/** Screens see what a person writes there after so long at the latest, ms. */
const AGE = 1000;

export interface IgnoreTextsOptions {
  readonly disk: Pick<Disk, 'readHead'>;
  readonly followed: () => readonly Pick<FollowedSite, 'id' | 'folder'>[];
  /** Epoch ms. */
  readonly now: () => number;
  /** They are others than those that were given last. */
  readonly onChange: () => void;
}

/** The ignore files of all kept sites. A sync keeps the disk busy: whoever only shows is given what was read last. */
export class IgnoreTexts {
  readonly #options: IgnoreTextsOptions;
  #known: Texts | null = null;
  #readAgainAt = 0;

  constructor(options: IgnoreTextsOptions) {
    this.#options = options;
  }

  /** As they are. */
  async read(): Promise<Texts> {
    const { disk, followed, now, onChange } = this.#options;
    const texts = await Promise.all(
      followed().map(async ({ id, folder }) => [id, await ignoreText(disk, folder)] as const),
    );
    const before = this.#known;
    this.#known = Object.fromEntries(texts);
    this.#readAgainAt = now() + AGE;
    if (before !== null && JSON.stringify(this.#known) !== JSON.stringify(before)) onChange();
    return this.#known;
  }

  /** As they were a moment ago; read again meanwhile. */
  async lately(): Promise<Texts> {
    const known = this.#known;
    if (known === null) return this.read();
    const time = this.#options.now();
    if (hasCome(this.#readAgainAt, time, AGE)) {
      this.#readAgainAt = time + AGE;
      // What goes wrong with it is told to whoever reads next.
      this.read().catch(() => undefined);
    }
    return known;
  }
}
