import { IGNORE_FILE, MODELS } from '../../engine/names/own-names.ts';
import type { Problem } from '../problems/problem.ts';
import type { ScanReport, SkippedEntry, UnreadableFolder } from '../ports/disk.ts';
import type { DriveFault } from './drives.ts';

/** What the scan could not read, in words. Whatever is left out on purpose, such as a link, is no problem. */
export function scanProblems(report: ScanReport): readonly Problem[] {
  return [
    ...report.unreadable.map(unreadableFolder),
    ...report.skipped.flatMap((entry) => skippedProblem(entry)),
  ];
}

/** Is its drive out? */
function isDriveFault(code: string): code is DriveFault {
  return code in OUT_OF_REACH;
}

const OUT_OF_REACH: Readonly<
  Record<DriveFault, (folder: string) => Pick<Problem, 'reason' | 'message' | 'hint'>>
> = {
  'drive-out': (folder) => ({
    message: `The drive of the folder ${folder} is not there. Its files stay on the service as they were.`,
    hint: `Plug it in again; nothing in ${folder} is changed or deleted meanwhile. Where its files are to be deleted on the service too, delete the folder ${folder}.`,
  }),
  'drive-over': (folder) => ({
    reason: 'drive-over',
    message: `A different drive is at the folder ${folder}, and none of its files is there. They stay on the service as they were.`,
    hint: `Take that drive out, or plug in the earlier one; nothing in ${folder} is changed or deleted meanwhile. Where its files are to be deleted on the service too, take the drive out and delete the folder ${folder}.`,
  }),
};

/** Error codes of folders that the person may not read, and so moves no files into. */
const FORBIDDEN: ReadonlySet<string> = new Set(['EACCES', 'EPERM']);

/**
 * May a file that is missing elsewhere have been moved into this folder, which could not be read? Not if its drive is out:
 * the person took it out, maybe for weeks.
 */
export function mayHoldMissing(folder: Pick<UnreadableFolder, 'code'>): boolean {
  return !isForbidden(folder) && !isDriveFault(folder.code);
}

/**
 * Folders to look at again soon. Files below them may have changed before the look that could not read them, as when the
 * database is an older copy: until the folders are read, each cycle has to know that they were not. Drives need none of this:
 * every look tells what became of them.
 */
export function staleIn({ unreadable }: Pick<ScanReport, 'unreadable'>): readonly string[] {
  const stale = unreadable.filter(({ code, known }) => known === true && !isDriveFault(code));
  return stale.map(({ folder }) => folder);
}

/** Does the system say that the person may not read it? */
export function isForbidden({ code }: Pick<UnreadableFolder, 'code'>): boolean {
  return FORBIDDEN.has(code);
}

function unreadableFolder({ folder, code }: UnreadableFolder): Problem {
  if (isDriveFault(code)) return { path: folder, code: 'unreadable', ...OUT_OF_REACH[code](folder) };
  const named = folder === '' ? 'the folder of the site' : `the folder ${folder}`;
  const nothing = 'Nothing in it is changed or deleted meanwhile';
  const said = FORBIDDEN.has(code)
    ? {
        message: `You have no permission to read ${named}.`,
        hint: `Give yourself permission, or ask who looks after this computer. ${nothing}.`,
      }
    : {
        message: `SiteSync could not read ${named} (${code}).`,
        hint: `Check that its disk is working. ${nothing}, and nothing on the service of what is missing elsewhere: it may lie there.`,
      };
  return { path: folder, code: 'unreadable', ...said };
}

function skippedProblem({ path, why }: SkippedEntry): readonly Problem[] {
  switch (why) {
    case 'name':
      return [
        {
          path,
          code: 'bad-name',
          message: `The name of ${path} is not valid Unicode.`,
          hint: 'Rename it, then it is sent.',
        },
      ];
    case 'other-spelling':
      return [
        {
          path,
          code: 'bad-name',
          message: `${path} has the same name as another file, written with other Unicode characters.`,
          hint: 'Rename one of the two, then both are kept in step.',
        },
      ];
    case 'link-in-place':
      return [
        {
          path,
          code: 'unsafe-path',
          message: `${path} is a link now, and SiteSync follows none: what lay there stays on the service as it was.`,
          hint: 'Put it back in its place to keep it in step. Where it is to be deleted on the service too, delete the link.',
        },
      ];
    case 'other-site':
      return [
        {
          path,
          code: 'unsafe-path',
          message: `${path} is the folder of another site: nothing in it is sent to this one.`,
          hint: 'Move it back to where it was. Where its files do belong here, delete the hidden folder .sitesync in it.',
        },
      ];
    case 'in-models':
      return [path === MODELS ? noModelsFolder(path) : inModels(path)];
    case 'in-cloud':
      return [
        {
          path,
          code: 'unreadable',
          message: `${path} is in iCloud alone now: this Mac made room. It stays on the service as it was.`,
          hint: 'Choose “Download Now” in the Finder to keep it in step. To keep all of them here, turn off “Optimise Mac Storage” in the settings of iCloud.',
        },
      ];
    case 'ignore-as-text':
      return [ignoreAsText(path)];
    case 'link':
    case 'special':
    case 'models-folder':
      return [];
    default:
      return why satisfies never;
  }
}

/** Windows' Notepad adds the ending, and the Explorer does not show it. */
export function ignoreAsText(path: string): Problem {
  return {
    path,
    code: 'bad-input',
    message: `${path} has no effect: nothing is left out by it. It is not sent either. The ignore list of a site is called ${IGNORE_FILE}, without .txt.`,
    hint: `Rename it to ${IGNORE_FILE}. The Explorer shows the ending only with “File name extensions” on, under View > Show.`,
  };
}

function inModels(path: string): Problem {
  return {
    path,
    code: 'unsafe-path',
    message: `${path} is not sent: the folder Models is for what is fetched from the service.`,
    hint: 'Move it to another folder of the site, such as 3D Model. Where it is a model of the service, pull that once more: SiteSync then knows it again.',
  };
}

function noModelsFolder(path: string): Problem {
  return {
    path,
    code: 'unsafe-path',
    message: `${path} is not sent: its name is that of the folder for what is fetched from the service.`,
    hint: 'Rename it, then it is sent.',
  };
}
