import type { Mutant } from './mutant.ts';

const DRIVES = 'test/simulation/drives.test.ts';

/** Rules 4, 6 and 8 where a drive of its own is mounted in a site's folder. */
export const DRIVE_MUTANTS: readonly Mutant[] = [
  {
    rule: 6,
    off: 'files of a drive in the folder that was taken out are not deleted',
    file: 'main/sync/observe/drives.ts',
    from: "return seen === 'all' ? null : 'drive-out';",
    to: "return seen === 'all' || disk === null ? null : 'drive-out';",
    tests: [DRIVES],
    only: 'is noticed where only',
  },
  {
    rule: 6,
    off: 'nor are those that another drive lies over',
    file: 'main/sync/observe/drives.ts',
    from: "return seen === 'none' ? 'drive-over' : null;",
    to: "return seen === 'none' && disk === '' ? 'drive-over' : null;",
    tests: [DRIVES],
    only: 'lies over',
  },
  {
    rule: 6,
    off: 'a drive is looked for wherever a scan looks',
    file: 'main/sync/observe/observe.ts',
    from: '        drives: drives.map(({ folder }) => folder),\n',
    to: '        drives: [],\n',
    tests: [DRIVES],
    only: 'is noticed where only',
  },
  {
    rule: 6,
    off: 'and so are its files',
    file: 'main/sync/observe/observe.ts',
    from: '!isBelow(folder as RelPath, looked)) fresh.push(folder);',
    to: "!isBelow(folder as RelPath, looked) && folder === '') fresh.push(folder);",
    tests: [DRIVES],
    only: 'wherever is looked',
  },
  {
    rule: 6,
    off: 'a drive on one that is out is remembered',
    file: 'main/sync/observe/drives.ts',
    from: 'if (!kept.has(drive.folder) && isBelow(',
    to: "if (drive.folder === '' && isBelow(",
    tests: [DRIVES],
    only: 'plugged in on it',
  },
  {
    rule: 6,
    off: 'a drive that goes while it is read was none',
    file: 'main/adapters/disk/drives-inside.ts',
    from: "disk: now === before && typeof now === 'bigint' ? String(now) : null",
    to: 'disk: String(before ?? now)',
    tests: ['test/adapters/disk/drives-inside.test.ts'],
  },
];
