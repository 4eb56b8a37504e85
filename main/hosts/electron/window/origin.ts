import type { CustomScheme } from 'electron';

/**
 * The page has a scheme of its own. file: would be shared with every page on the disk, and other programs could reach
 * http:.
 */
export const SCHEME = 'sitesync';
export const ORIGIN = `${SCHEME}://app`;
export const HOME = `${ORIGIN}/`;

/** As standard and secure as https, so that policies, workers and `fetch` work as they do there. */
export const OUR_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
};

/** Is this an address of the page itself, on any screen? Only such an address may be open in the window. */
export function isPage(address: string): boolean {
  return address === HOME || address.startsWith(`${HOME}#`);
}

/** May the window load this at all? Only its own files, and blobs that it made itself. */
export function isOwn(address: string): boolean {
  return address.startsWith(HOME) || address.startsWith(`blob:${HOME}`);
}
