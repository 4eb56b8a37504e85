import { isHttps } from './lock-down.ts';

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  setFeedURL(options: { readonly provider: 'generic'; readonly url: string }): void;
  checkForUpdates(): Promise<unknown>;
}

export interface UpdatesOptions {
  /** Loaded only when somebody wants updates: it is off as shipped. */
  readonly load: () => Promise<Updater>;
  readonly isPackaged: boolean;
  readonly log: (line: string) => void;
}

const EVERY = 24 * 60 * 60_000;

/**
 * Updates from the feed that the settings name, and from nowhere else; without one, none. What was fetched is installed
 * when SiteSync ends, never in the middle of somebody's work.
 */
export class Updates {
  readonly #options: UpdatesOptions;
  #feed: string | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** Takes the feed of the settings; the same one again changes nothing. */
  async use(feed: string | null): Promise<void> {
    if (feed === this.#feed) return;
    this.#feed = feed;
    this.close();
    if (feed === null || !this.#options.isPackaged) return;
    if (!isHttps(feed)) {
      this.#options.log('Updates are off: only a feed with an https address is asked.');
      return;
    }
    try {
      const updater = await this.#options.load();
      if (this.#feed === feed) this.#follow(updater, feed);
    } catch (error) {
      // Updates are no reason for SiteSync to stumble. Named once more, the feed is tried once more.
      if (this.#feed === feed) this.#feed = null;
      this.#notLooked(error);
    }
  }

  #follow(updater: Updater, feed: string): void {
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    updater.setFeedURL({ provider: 'generic', url: feed });
    const check = (): void => {
      updater.checkForUpdates().catch((error: unknown) => this.#notLooked(error));
    };
    this.#timer = setInterval(check, EVERY);
    check();
  }

  #notLooked(error: unknown): void {
    this.#options.log(`No update could be looked for: ${String(error)}`);
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
