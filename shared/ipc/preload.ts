/** The one channel each way between the window and the main process. */
export const TO_ENGINE = 'sitesync:to-engine';
export const TO_RENDERER = 'sitesync:to-renderer';

/** Name of the global that the preload gives to the page. */
export const PRELOAD_GLOBAL = 'sitesync';

/** All that a page in the desktop app can reach beyond its own window. */
export interface PreloadApi {
  /**
   * Takes a call or cancel of shared/ipc/messages.ts as JSON text: text has a length that can be limited before
   * anything is made of it, and no getters, cycles or foreign prototypes.
   */
  send(text: string): void;
  /** The last listener is the one that is told. */
  listen(onMessage: (message: unknown) => void): void;
  /** Absolute path of a dropped `File`; empty for one that a script made. */
  pathOf(file: unknown): string;
}
