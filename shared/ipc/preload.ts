/** The one channel each way between the page and the main process. */
export const TO_ENGINE = 'sitesync:to-engine';
export const TO_RENDERER = 'sitesync:to-renderer';
/** On this the preload, and never the page, tells the main process which path a person handed over. */
export const HANDED_OVER = 'sitesync:handed-over';

/** Name of the global that the preload gives to the page. */
export const PRELOAD_GLOBAL = 'sitesync';

/** All that a page in the desktop app can reach beyond its own window. */
export interface PreloadApi {
  /**
   * Takes a call or cancel of shared/ipc/messages.ts as JSON text: the length of text can be limited before it is
   * parsed, and it has no getters, cycles or foreign prototypes.
   */
  send(text: string): void;
  /** Only the last listener is told. */
  listen(onMessage: (message: unknown) => void): void;
  /** Absolute path of a dropped or chosen `File`, which may be sent from now on; empty for one that a script made. */
  pathOf(file: unknown): string;
}
