import { TESTS, type Mutant } from './mutant.ts';

const SCENARIO = 'test/scenario/names/two-spellings.test.ts';

/** Rule 12: names that are one name, as composed and decomposed ones, and names that are no name everywhere. */
export const SPELLING_MUTANTS: readonly Mutant[] = [
  {
    rule: 12,
    off: 'of two files that have one name the one that was in step stays its record',
    file: 'main/sync/observe/known-spellings.ts',
    from: 'writer.knownAs(entry.path) === entry.path',
    to: 'writer.knownAs(entry.path) === null',
    tests: [SCENARIO],
    only: 'stays its record',
  },
  {
    rule: 12,
    off: 'no version of a folder stands for the file that was taken instead of another of its name',
    file: 'main/sync/observe/known-spellings.ts',
    from: 'writer.addFolders([{ folder: folderOf(path), version: null }]);',
    to: '',
    tests: [SCENARIO],
    only: 'is gone',
  },
  {
    rule: 12,
    off: 'one that went while a scan looked is looked for once more',
    file: 'main/sync/observe/known-spellings.ts',
    from: 'if (there.value === null) shifted = true;',
    to: 'if (there.value === null) shifted = report.shifted;',
    tests: [SCENARIO],
    only: 'looked for once more',
  },
  {
    rule: 12,
    off: 'which of two files that have one name comes first is no matter of the disk',
    file: 'main/adapters/disk/scan/walk.ts',
    from: 'composedFirst(readdirSync(full, { withFileTypes: true }))',
    to: 'readdirSync(full, { withFileTypes: true }).toSorted((a, b) => (composedFirst([a, b])[0] === a ? 1 : -1))',
    tests: ['test/adapters/disk/disk.test.ts'],
    only: 'composed and decomposed',
  },
  {
    rule: 12,
    off: 'a look at a folder is one at each of its spellings',
    file: 'main/adapters/disk/scan/walk.ts',
    from: 'const spellings = everySpelling(given, (other, folder) => isAnotherFolder(this.#root, other, folder));',
    to: 'const spellings = everySpelling(given, (other, folder) => isAnotherFolder(this.#root, folder, other) && false);',
    tests: [SCENARIO],
    only: 'each file is seen',
  },
  {
    rule: 12,
    off: 'a record whose alias became its name takes its file along, which bears the name that it had',
    file: 'main/engine/compare/there.ts',
    from: 'losesName(base, remote, implied) ? [base.path] : [',
    to: 'losesName(base, { ...remote, name: base.name }, implied) ? [] : [',
    tests: [TESTS.regressions],
    only: 'that alias becomes its name',
  },
];
