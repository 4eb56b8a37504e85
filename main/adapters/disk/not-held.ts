import type { Failure } from '../../../shared/failure.ts';

/** The failure for what the disk cannot hold: no room, too large, no such name. Null for any other error. */
export function notHeld(code: string, path: string): Failure | null {
  const detail = code;
  switch (code) {
    case 'EDQUOT':
      return {
        code: 'disk-full',
        message: `Your share of the disk is used up: ${path} could not be written.`,
        hint: 'Free some space of yours on it, or ask for a larger share.',
        retry: 'later',
        detail,
      };
    case 'ENOSPC':
      return {
        code: 'disk-full',
        message: `The disk is full: ${path} could not be written.`,
        hint: 'Free some space on it.',
        retry: 'later',
        detail,
      };
    case 'EFBIG':
      return {
        code: 'too-large',
        message: `${path} is larger than this drive can hold in one file.`,
        hint: 'Move the site to a drive formatted as NTFS, APFS or ext4.',
        retry: 'on-change',
        detail,
      };
    case 'ENAMETOOLONG':
    case 'EILSEQ':
      return {
        code: 'bad-name',
        message: `This disk cannot hold the name ${path}.`,
        hint: 'Give it a shorter or simpler name.',
        retry: 'on-change',
        detail,
      };
    default:
      return null;
  }
}
