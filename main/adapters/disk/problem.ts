import { existsSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fail, type Failure, ok, type Result } from '../../../shared/failure.ts';
import { FOLDER_MISSING_HINT } from '../../engine/guards/folder-missing.ts';
import { HIDDEN } from '../../engine/names/own-names.ts';
import { ownPlaceRefused } from '../../sync/ports/own-place.ts';
import { OUT_OF_FILES } from '../out-of-files.ts';
import { TRASH } from './layout.ts';
import { notHeld } from './not-held.ts';
import { shutOut } from './shut-out.ts';

/**
 * Inside this adapter, failures of the world are exceptions, as in `node:fs`; at the port, `guarded` turns them into
 * returned failures. Any other exception is a bug and passes through.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What was being done to the file: the words of a failure depend on it. */
export type Doing = 'read' | 'write';

export async function guarded<T>(doing: Doing, path: string, act: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await act());
  } catch (error) {
    return fail(failureOf(error, doing, path));
  }
}

/** The same for synchronous work, in a worker. */
export function guardedNow<T>(path: string, act: () => T): Result<T> {
  try {
    return ok(act());
  } catch (error) {
    return fail(failureOf(error, 'write', path));
  }
}

/** The failure behind an exception of `node:fs` or of this adapter; a bug is thrown on. */
export function failureOf(error: unknown, doing: Doing, path: string): Failure {
  if (error instanceof Refused) return error.failure;
  const code = errnoOf(error);
  if (code === null) throw error;
  const shut = doing === 'write' ? shutOut(error, path) : null;
  if (shut !== null) return shut;
  const own = ownPlaceOf(error, code);
  // If the place of our own was itself to be read, the plain words say it.
  return own === null || own === path ? failureOfErrno(code, doing, path) : ownPlaceRefused(path, own, doing);
}

/**
 * The folder of our own to which the system refused access; null if it was another place. An error of a rename does not
 * tell which of its two places refused; but if something was just made in ours, it was the other one.
 */
function ownPlaceOf(error: unknown, code: string): string | null {
  if (code !== 'EACCES' && !(code === 'EPERM' && process.platform === 'linux')) return null;
  // Windows gives the same error for a file that another program has open.
  if (process.platform === 'win32' || !(error instanceof Error) || 'dest' in error) return null;
  const at = 'path' in error && typeof error.path === 'string' ? error.path : '';
  const [place = null, hidden = ''] = OWN_PLACE.exec(at) ?? [];
  return place === null || existsSync(place) ? place : hidden;
}

/** Matches the first folder of our own on a path, and the folder it lies in. */
const OWN_PLACE = new RegExp(`^(.*?/${HIDDEN.replace('.', '[.]')})/(?:tmp|trash)(?=/|$)`);

/** `ENOENT` and the like; null if it is no error of the system. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return 'syscall' in error || 'errno' in error ? error.code : null;
}

export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  const code = errnoOf(error);
  return code !== null && codes.includes(code);
}

/** The sentence for people that belongs to an error of the system. */
export function failureOfErrno(code: string, doing: Doing, path: string): Failure {
  const detail = code;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
    case 'ENOTEMPTY':
      return changedMeanwhile(path, detail);
    case 'EBUSY':
    case 'ETXTBSY':
    case 'EAGAIN':
    case 'EDEADLK':
      return inUse(path, detail);
    case 'ELOOP':
      return unsafePath(
        path,
        'a link stands where a file or folder should be',
        'Replace the link by the file or folder itself, or take it away; SiteSync follows no links.',
      );
    case 'EROFS':
      return readOnly(path, detail);
    case 'EPERM':
    case 'EACCES':
      // Windows gives the same error for a file that another program has open.
      if (process.platform === 'win32') return inUseOrKeptFrom(path, detail);
      if (process.platform === 'darwin' && code === 'EPERM') return keptFrom(doing, path, detail);
      return doing === 'write' ? readOnly(path, detail) : unreadable(path, 'permission is missing', detail);
    case 'EMFILE':
    case 'ENFILE':
      return {
        ...OUT_OF_FILES,
        message: `${path} could not be ${doing === 'write' ? 'written' : 'read'}: the system lets SiteSync open no more files at once.`,
        detail,
      };
    case 'UNKNOWN':
      return withoutName(doing, path, detail);
    default:
      return notHeld(code, path) ?? unreadable(path, `the disk answered ${code}`, detail);
  }
}

export function changedMeanwhile(path: string, detail: string): Failure {
  return {
    code: 'changed-meanwhile',
    message: `${path} is not what it was a moment ago.`,
    hint: 'Nothing was touched.',
    retry: 'now',
    detail,
  };
}

export function stillChanging(path: string): Failure {
  return {
    code: 'still-changing',
    message: `${path} is being written to.`,
    hint: 'If this stays, close the program that writes to it.',
    retry: 'later',
  };
}

/** What stands in the way of a file, for a person to move away. */
const IN_THE_WAY = {
  folder: {
    why: 'a folder has its name',
    hint: 'Rename that folder, or move it away.',
  },
  link: {
    why: 'a link has its name',
    hint: 'Rename that link, or move it away.',
  },
  special: {
    why: 'something has its name that is no file, as a pipe or a device',
    hint: 'Rename that, or move it away.',
  },
  file: {
    why: 'a file stands where a folder is needed',
    hint: 'Rename that file, or move it away.',
  },
} as const;

/** The failure if a file and a folder need the same name. */
export function placeTaken(path: string, by: keyof typeof IN_THE_WAY): Failure {
  const { why, hint } = IN_THE_WAY[by];
  return unsafePath(path, why, hint);
}

export function linkOnTheWay(path: string): Failure {
  return unsafePath(
    path,
    'a link lies on the way to it',
    'Replace the link by a real folder; SiteSync never writes outside a site’s folder.',
  );
}

export function isLink(path: string): Failure {
  return unsafePath(
    path,
    'it is a link',
    'SiteSync follows no links: put the file itself there, or take the link away.',
  );
}

export function outsideSite(path: string): Failure {
  return unsafePath(
    path,
    'it would lie outside the site’s folder',
    'Give it another name or place where it comes from; SiteSync never writes outside a site’s folder.',
  );
}

export function amongOwnFiles(path: string): Failure {
  return unsafePath(
    path,
    'SiteSync keeps its own files there',
    'Give it a place in another folder of the site: the folder .sitesync is SiteSync’s alone.',
  );
}

/**
 * Turns an error about putting a file into the trash before it is replaced or removed into words that name the trash:
 * the file and its own folder are all right.
 */
export function thrownByTrash(error: unknown, path: string): unknown {
  if (!isErrno(error, 'EACCES', 'EPERM', 'EROFS')) return error;
  const detail = errnoOf(error) ?? '';
  const place = ownPlaceOf(error, detail);
  if (place !== null) return new Refused(ownPlaceRefused(path, place));
  return new Refused({
    ...readOnly(path, detail),
    message: `${path} could not be changed: what it is now has to be kept in ${TRASH} before, and that may not be written.`,
    hint: `Check that you may write in ${TRASH}, in the site’s folder, and that the drive is not write-protected.`,
  });
}

/** Something that is no folder has the name of the trash, so no file can be kept there. */
export function trashTaken(path: string): Failure {
  return {
    ...unsafePath(
      path,
      `what it is now has to be kept in ${TRASH} before, and a file has the name of that folder`,
      `Rename or move away the file ${TRASH}, in the site’s folder: SiteSync makes a folder in its place.`,
    ),
    detail: 'no folder',
  };
}

function unsafePath(path: string, why: string, hint: string): Failure {
  return {
    code: 'unsafe-path',
    message: `${path} was left alone: ${why}.`,
    hint,
    // The obstacle is no part of the item: only another try shows that it is gone.
    retry: 'later',
    detail: why,
  };
}

export function unreadable(path: string, why: string, detail: string = why): Failure {
  return {
    code: 'unreadable',
    message: `${path} could not be read: ${why}.`,
    hint: 'Check that you may open it and that the drive is well.',
    retry: 'later',
    detail,
  };
}

export function noText(path: string): Failure {
  return {
    ...unreadable(path, 'it is not saved as UTF-8 text'),
    hint: 'Open it in a text editor and save it again as UTF-8. Until then nothing is sent: it says what is to be left out.',
  };
}

export function folderMissing(folder: string, why: string): Failure {
  return {
    code: 'folder-missing',
    message: `The folder ${folder} ${why}.`,
    hint: FOLDER_MISSING_HINT,
    retry: 'on-change',
    detail: why,
  };
}

/** The failure of a look at a site's folder. The folder may exist behind one that lets nobody in. */
export function folderClosed(folder: string, error: unknown): Failure {
  const closed = isErrno(error, 'EACCES', 'EPERM') ? closedFolder(folder) : null;
  if (closed === null) return folderMissing(folder, `cannot be opened (${errnoOf(error) ?? ''})`);
  return notLetIn(folder, closed, error);
}

/**
 * The failure of a look at what lies in a site's folder, which is there, if the folder itself lets nobody in; null if it
 * does, so that the error is of what was looked at.
 */
export function folderShut(folder: string, error: unknown): Failure | null {
  if (!isErrno(error, 'EACCES', 'EPERM')) return null;
  try {
    // Unlike `access`, it asks for the rights by which files are opened.
    statSync(`${folder}${sep}.`);
    return null;
  } catch (within) {
    return isErrno(within, 'EACCES', 'EPERM') ? notLetIn(folder, folder, error) : null;
  }
}

function notLetIn(folder: string, closed: string, error: unknown): Failure {
  const where = closed === folder ? '' : ` for ${closed}`;
  return {
    code: 'folder-missing',
    reason: 'not-let-in',
    message: `The folder ${folder} cannot be opened: permission is missing${where}.`,
    hint: `Give yourself the right to open ${closed} again. Until then nothing is deleted, fetched or sent.`,
    retry: 'on-change',
    detail: errnoOf(error) ?? '',
  };
}

/** The topmost folder on its way that lets nobody in. */
function closedFolder(folder: string): string | null {
  const above = dirname(folder);
  if (above === folder) return null;
  try {
    statSync(folder);
    return null;
  } catch (error) {
    return isErrno(error, 'EACCES', 'EPERM') ? (closedFolder(above) ?? above) : null;
  }
}

export function driveOut(path: string, folder: string): Failure {
  return {
    code: 'unreadable',
    message: `${path} was not put in its place: the drive of the folder ${folder} is not there.`,
    hint: 'Plug it in again.',
    retry: 'later',
    detail: 'drive-out',
  };
}

export const cancelled: Failure = {
  code: 'cancelled',
  message: 'Stopped before it was done.',
  hint: 'What was done stays.',
  retry: 'now',
};

function inUse(path: string, detail: string): Failure {
  return {
    code: 'in-use',
    message: `${path} is open in another program.`,
    hint: 'Close it there when you are done.',
    retry: 'later',
    detail,
  };
}

function inUseOrKeptFrom(path: string, detail: string): Failure {
  return {
    code: 'in-use',
    message: `${path} is open in another program, or you have no permission for it.`,
    hint: 'Close it there when you are done; if that is not it, look at its permissions, and whether it is marked “Read-only”.',
    retry: 'later',
    detail,
  };
}

/**
 * A Mac lets programs into Documents, Desktop, Downloads, sticks and shares only if the person allows it. It gives the
 * same error for a file that is locked in the Finder, which can neither be replaced nor moved.
 */
function keptFrom(doing: Doing, path: string, detail: string): Failure {
  const plain =
    doing === 'write' ? readOnly(path, detail) : unreadable(path, 'permission is missing', detail);
  const locked = doing === 'write' ? ', that it is not marked “Locked” in the Finder' : '';
  const hint = `Check that you may open it${locked}, and under System Settings, Privacy & Security, Files and Folders, that SiteSync (or the program it was started from) may.`;
  return { ...plain, hint };
}

/** Windows has errors without a name in Node: most come from OneDrive and from virus scanners. */
function withoutName(doing: Doing, path: string, detail: string): Failure {
  return {
    code: 'unreadable',
    message: `${path} could not be ${doing === 'write' ? 'written' : 'read'}: Windows did not say why in a way that SiteSync understands.`,
    hint: 'Open it yourself: where its bytes are in OneDrive alone they come with a network, and a virus scanner that holds it says so.',
    retry: 'later',
    detail,
  };
}

function readOnly(path: string, detail: string): Failure {
  return {
    code: 'read-only',
    message: `${path} could not be changed: its folder or drive does not allow it.`,
    hint: 'Check that you may write there and that the drive is not write-protected.',
    retry: 'later',
    detail,
  };
}
