import type { CustomScheme } from 'electron';

/**
 * The page has an address of its own kind: no file:, which every page from the disk would share, and no http:, which
 * other programs could reach.
 */
export const SCHEME = 'sitesync';
export const ORIGIN = `${SCHEME}://app`;
export const HOME = `${ORIGIN}/`;

/** Standard and secure as https is, so that a policy, workers and `fetch` hold for it as they do there. */
export const OUR_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
};

/** Is this the address of the page itself, on whatever screen? Only that may stand in the window. */
export function isPage(address: string): boolean {
  return address === HOME || address.startsWith(`${HOME}#`);
}

/** May the window load this at all: its own files, and blobs that it made itself. */
export function isOwn(address: string): boolean {
  return address.startsWith(HOME) || address.startsWith(`blob:${HOME}`);
}
