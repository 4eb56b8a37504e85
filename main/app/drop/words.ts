import { counted, numberText } from '../../../shared/counted.ts';
import type { Failure } from '../../../shared/failure.ts';

/** A drop that came to nothing: whatever went wrong, the site's folder is as it was before. */
export function nothingAdded(failure: Failure): Failure {
  return { ...failure, hint: hintOf(failure), retry: 'on-change' };
}

/** Where a file of the site stands in the way, what to do about it stays said. */
function hintOf({ code, hint }: Failure): string {
  if (code === 'in-use') return `${hint} Nothing was added to the site: add the files then, or keep both.`;
  const settled = 'Nothing was added to the site. Drop the files again when that is settled.';
  return code === 'read-only' ? `${hint} ${settled}` : settled;
}

export function noRoom({ code, message }: Failure): Failure {
  return {
    code,
    message,
    hint: 'Free some space, or make files of this site online only, then add the files again.',
    retry: 'on-change',
  };
}

export function stoppedDrop(): Failure {
  return {
    code: 'cancelled',
    message: 'Adding the files was stopped.',
    hint: 'Nothing was added to the site.',
    retry: 'now',
  };
}

export function pageGone(): Failure {
  return {
    code: 'cancelled',
    message: 'The page that sent the files was closed before all had come.',
    hint: 'Drop them again: they are still where you took them from.',
    retry: 'now',
  };
}

/** `begun` of its files had begun to come. */
export function cutOff(begun: number, files: number): Failure {
  return {
    code: 'cancelled',
    message: `SiteSync was ended when ${numberText(begun)} of ${counted(files, 'file')} had come or were coming, and kept none.`,
    hint: 'Drop them again: they are still where you took them from.',
    retry: 'now',
  };
}

export function ended(): Failure {
  return {
    code: 'bad-input',
    message: 'These files are not being added any more.',
    hint: 'Drop them once more.',
    retry: 'now',
  };
}

export function unknownFile(): Failure {
  return {
    code: 'bad-input',
    message: 'This file was not among those that are to be added.',
    hint: 'Drop it once more.',
    retry: 'now',
  };
}

export function keptElsewhere(before: string, now: string): Failure {
  return {
    code: 'bad-input',
    message: `The site is no longer kept in ${before} but in ${now}.`,
    hint: 'Drop the files once more.',
    retry: 'now',
  };
}

export function alreadyAccepted(): Failure {
  return {
    code: 'bad-input',
    message: 'These files are being added already.',
    hint: 'Wait until they are, or stop it first.',
    retry: 'now',
  };
}

export function refusedFile(path: string, why: string): Failure {
  return {
    code: 'bad-name',
    message: `${path} cannot be added. ${why}`,
    hint: 'Leave it out.',
    retry: 'on-change',
  };
}

export function missing(count: number): Failure {
  return {
    code: 'damaged-transfer',
    message: `${counted(count, 'file has', 'files have')} not arrived yet.`,
    hint: 'Send them once more, or stop adding the files.',
    retry: 'now',
  };
}

export function tooMany(limit: number): Failure {
  return {
    code: 'bad-input',
    message: `There are more than ${numberText(limit)} files in what was dropped.`,
    hint: 'Drop it in parts.',
    retry: 'on-change',
  };
}

export function nothingDropped(): Failure {
  return {
    code: 'bad-input',
    message: 'Nothing was dropped.',
    hint: 'Drop files or folders onto the site.',
    retry: 'on-change',
  };
}
