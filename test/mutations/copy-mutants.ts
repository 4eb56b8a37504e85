import { TESTS, type Mutant } from './mutant.ts';

/** Rule 6: what becomes of a copy that takes the place of a site's folder. */
export const COPY_MUTANTS: readonly Mutant[] = [
  {
    rule: 6,
    off: 'no file is placed in a copy that took the place of the folder in mid-cycle',
    file: 'main/adapters/disk/own-files/marker.ts',
    from: 'if (marker !== null && found(marker)?.isCopy === true)',
    to: "if (marker !== null && found(marker)?.folderId === '')",
    tests: [TESTS.copyInPlace],
    only: 'gets no file',
  },
  {
    rule: 6,
    off: 'nothing is fetched for a copy whose marker cannot be replaced',
    file: 'main/sync/pacing/admission.ts',
    from: "if (this.#unmarked !== null && step.kind === 'download')",
    to: "if (this.#unmarked?.message === '')",
    tests: [TESTS.copyInPlace],
    only: 'says why it gets no file',
  },
  {
    rule: 6,
    off: 'a folder merges once it is put back in the place of a copy whose marker could not be replaced',
    file: 'main/sync/following/generation.ts',
    from: 'return noted(context, found, generation, generation);',
    to: 'return noted(context, found, generation, found.generation);',
    tests: [TESTS.copyInPlace],
    only: 'has nothing deleted that was sent from it',
  },
  {
    rule: 6,
    off: 'so it does in the place of an older image of it',
    file: 'main/sync/following/generation.ts',
    from: 'return noted(context, found, generation, generation);',
    to: 'return noted(context, found, generation, found.generation);',
    tests: [TESTS.copyInPlace],
    only: 'takes the place of an older image',
  },
  {
    rule: 6,
    off: 'a folder of a category that cannot be made leaves no copy unmarked',
    file: 'main/sync/observe/merge-anew.ts',
    from: 'made.ok ? made : await disk.rewriteMarker(site.folder, marker, found)',
    to: 'made',
    tests: [TESTS.copyInPlace],
    only: 'gets its files also where',
  },
  {
    rule: 6,
    off: 'no marker is written into a folder that is not the one whose marker was found',
    file: 'main/adapters/disk/own-files/marker.ts',
    from: 'await write(folder, marker, () => requireFound(folder, instead));',
    to: 'await write(folder, marker);\n      void requireFound;',
    tests: [TESTS.copyInPlace],
    only: 'right before its marker is written',
  },
];
