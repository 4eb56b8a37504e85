import type { Failure } from '../../../shared/failure.ts';

/** What SiteSync keeps in the folders of its own that lie in a site's folder. */
const KEPT_IN: Readonly<Record<string, string>> = {
  tmp: 'where it keeps what is on its way',
  trash: 'where it keeps what it replaces or removes',
};

/**
 * The failure if SiteSync may not write into a place of its own (`place`: its absolute path), as after it was once
 * run with the rights of another user. Nothing is wrong with the file or its folder.
 */
export function ownPlaceRefused(path: string, place: string, doing: 'read' | 'write' = 'write'): Failure {
  const kept = KEPT_IN[nameOf(place)] ?? 'where it keeps files of its own';
  return {
    code: doing === 'write' ? 'read-only' : 'unreadable',
    message: `${path} waits: SiteSync may not write in ${place}, ${kept}.`,
    hint: `Give yourself the right to write in ${place} and in all that lies there: it may belong to another user, as to root after a “sudo sitesync”.`,
    retry: 'later',
    ownPlace: place,
    detail: `own place refused: ${place}`,
  };
}

/** Does it keep only what takes the place of another file? */
export function isTrash(place: string): boolean {
  return nameOf(place) === 'trash';
}

function nameOf(place: string): string {
  return place.split(/[/\\]/).at(-1) ?? '';
}
