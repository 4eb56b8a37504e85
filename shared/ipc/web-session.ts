/**
 * The secrets that the web host gives a page with the cookie, in its answer to POST /session. A browser sends the
 * cookie to every program on this computer, whatever its port, so the cookie alone opens nothing. The page keeps these
 * where only its own origin, port included, can read them.
 */
export interface PageSecrets {
  /** For requests that change something (as Bearer), and for the bridge (beside BRIDGE_PROTOCOL). */
  readonly page: string;
  /** For addresses of content (`?key=`), which are easily seen and copied. It opens nothing else. */
  readonly content: string;
}

/** Subprotocol of the bridge; the secret follows it in the list, the one header that a page can set for a WebSocket. */
export const BRIDGE_PROTOCOL = 'sitesync';
