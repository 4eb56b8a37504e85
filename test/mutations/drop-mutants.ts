import type { Mutant } from './mutant.ts';

const REPLACE = ['test/app/drop/replace.test.ts'];

/** Rules 4, 8 and 12, of files that a person drops over others. */
export const DROP_MUTANTS: readonly Mutant[] = [
  {
    rule: 8,
    off: 'no other program has the folder while a page sends what was dropped',
    file: 'main/app/drop/drop.ts',
    from: 'void this.#app.inFolder(() => this.#over.promise);',
    to: 'void this.#over.promise;',
    tests: ['test/hosts/compose/folders-let-go.test.ts'],
    only: 'while a page still sends',
  },
  {
    rule: 8,
    off: 'nor where somebody signs out meanwhile',
    file: 'main/app/create-app.ts',
    from: 'if (this.#folderWork.isAtRest) parts.locks.close();',
    to: 'parts.locks.close();',
    tests: ['test/hosts/compose/folders-let-go.test.ts'],
    only: 'before somebody signed out',
  },
  {
    rule: 8,
    off: 'the folder is taken when a drop is accepted, though its review has let it go',
    file: 'main/app/drop/drop.ts',
    from: 'const kept = await this.#takeFolder();\n    if (!kept.ok) return kept;',
    to: '',
    tests: ['test/hosts/compose/folders-let-go.test.ts'],
    only: 'while a page still sends',
  },
  {
    rule: 4,
    off: 'what a dropped file replaces goes to the trash',
    file: 'main/adapters/disk/drop/put-over.ts',
    from: 'unlessChanged(() => keepInTrash(folder, over.path, full))',
    to: 'unlessChanged(async () => (void keepInTrash, `${full}.kept`))',
    tests: REPLACE,
    only: 'the next version of its record',
  },
  {
    rule: 4,
    off: 'what was replaced comes back where the drop comes to nothing',
    file: 'main/adapters/disk/drop/place-all.ts',
    from: 'if (over !== null) return takeBackOver(folder, over);',
    to: 'if (over !== null) return void takeBackOver;',
    tests: REPLACE,
    only: 'with all others or not at all',
  },
  {
    rule: 8,
    off: 'a dropped file replaces only what the person was shown',
    file: 'main/adapters/disk/drop/put-over.ts',
    from: '  const full = await stillAt(folder, over);\n',
    to:
      '  over = { ...over, ...fingerprintOf(await lstat(inside(folder, over.path), { bigint: true })) };\n' +
      '  const full = await stillAt(folder, over);\n',
    tests: REPLACE,
    only: 'where it was changed or moved since',
  },
  {
    rule: 12,
    off: 'a dropped file replaces what has its name in the category that was chosen',
    file: 'main/app/drop/drop-commands.ts',
    from: 'replaces !== null && holder?.path === replaces ?',
    to: 'replaces !== null && holder !== null ?',
    tests: REPLACE,
    only: 'in the category that was chosen',
  },
];
