import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of electron-updater that we use. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  setFeedURL(options: { readonly provider: 'generic'; readonly url: string }): void;
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string };
    /** Where it downloads by itself: when that has ended. */
    readonly downloadPromise?: Promise<unknown> | null;
  } | null>;
  downloadUpdate(): Promise<unknown>;
}

export interface UpdatesOptions {
  /** Called only if a feed is named: updates are off as shipped. */
  readonly load: () => Promise<Updater>;
  readonly isPackaged: boolean;
  /** Does the system verify, before it installs an update, that the makers of this program signed it? */
  readonly isVerified: boolean;
  /** Asks the person whether to fetch and install this version. */
  readonly ask: (version: string) => Promise<boolean>;
  readonly log: (line: string) => void;
}

const EVERY = 24 * 60 * 60_000;

/**
 * Updates from one feed, or none. A fetched update is installed when SiteSync ends, never in the middle of work. If
 * nobody verifies its signature, each update is fetched only after a yes.
 */
export class Updates {
  readonly #options: UpdatesOptions;
  /** Versions the person was asked about. They are not asked again while this process runs. */
  readonly #asked = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #updater: Updater | null = null;
  #closed = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  async follow(feed: string | null): Promise<void> {
    const { isPackaged, load, log } = this.#options;
    if (feed === null || !isPackaged) return;
    if (!isHttps(feed)) {
      log('Updates are off: only a feed with an https address is asked.');
      return;
    }
    try {
      const updater = await load();
      if (!this.#closed) this.#begin(updater, feed);
    } catch (error) {
      // A failed update must not disturb SiteSync.
      this.#notLooked(error);
    }
  }

  #begin(updater: Updater, feed: string): void {
    this.#updater = updater;
    updater.autoDownload = updater.autoInstallOnAppQuit = this.#options.isVerified;
    updater.setFeedURL({ provider: 'generic', url: feed });
    const check = (): void => {
      this.#check(updater).catch((error: unknown) => this.#notLooked(error));
    };
    this.#timer = setInterval(check, EVERY);
    check();
  }

  async #check(updater: Updater): Promise<void> {
    const found = await updater.checkForUpdates();
    // Nobody else hears how it ends: a network that breaks off meanwhile would end SiteSync.
    await found?.downloadPromise;
    if (this.#options.isVerified || found?.isUpdateAvailable !== true) return;
    const { version } = found.updateInfo;
    if (this.#asked.has(version)) return;
    this.#asked.add(version);
    if (!(await this.#options.ask(version)) || this.#closed) return;
    updater.autoInstallOnAppQuit = true;
    await updater.downloadUpdate();
  }

  #notLooked(error: unknown): void {
    this.#options.log(`No update could be looked for: ${String(error)}`);
  }

  /** In a hurry (the system is shutting down) nothing is installed: an installer that is cut off breaks the program. */
  close(hurry: boolean): void {
    this.#closed = true;
    if (hurry && this.#updater !== null) this.#updater.autoInstallOnAppQuit = false;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

/**
 * macOS installs only what the makers of the running program signed. On Windows electron-updater checks the publisher
 * that a file of the build names, or nothing if it names none. On Linux nothing is checked.
 */
export function verifiesUpdates(platform: NodeJS.Platform, resources: string): boolean {
  if (platform !== 'win32') return platform === 'darwin';
  try {
    const config = readFileSync(join(resources, 'app-update.yml'), 'utf8');
    return /^publisherName:(?:\s*\n\s*- *|[ \t]+)(?!null\b|~|\[ *\])[^\s-]/m.test(config);
  } catch {
    return false;
  }
}

function isHttps(address: string): boolean {
  return URL.parse(address)?.protocol === 'https:';
}
