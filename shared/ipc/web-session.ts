/**
 * What the web host gives a page beside the cookie when it lets it in: the body of its answer to POST /session. A
 * browser sends the cookie to every program that listens on this computer, whatever its port, so the cookie alone
 * opens nothing. These the page keeps where only its own origin reads them, port included.
 */
export interface PageSecrets {
  /** For what changes something: a Bearer of requests, and beside BRIDGE_PROTOCOL of the bridge. */
  readonly page: string;
  /** For addresses of content (`?key=`), which are seen and copied more easily: it opens nothing else. */
  readonly content: string;
}

/** Subprotocol of the bridge; the secret follows it in the list, the one header that a page can set for a WebSocket. */
export const BRIDGE_PROTOCOL = 'sitesync';
