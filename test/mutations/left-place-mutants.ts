import { TESTS, type Mutant } from './mutant.ts';

/** Rule 10: places that files were moved away from here, and what comes there. */
export const LEFT_PLACE_MUTANTS: readonly Mutant[] = [
  {
    rule: 10,
    off: 'the place of a moved file is given to no other one before its move is sent',
    file: 'main/engine/plan/move-order.ts',
    from: "  if (isAnothers(move, places)) return waitFor(move, 'place-left');\n",
    to: '',
    tests: [TESTS.leftPlaces],
    only: 'which others moved there',
  },
  {
    rule: 10,
    off: 'nor to one that comes back',
    file: 'main/engine/plan/new-files.ts',
    from: 'if (this.#places.isOfOneMoved(implied, remote.id))',
    to: "if (implied === '')",
    tests: [TESTS.leftPlaces],
    only: 'comes back',
  },
  {
    rule: 10,
    off: 'nor before it was read',
    file: 'main/engine/plan/agreed-files.ts',
    from: "if (here.why === 'maybe-moved') this.#places.wasMovedHere(base);",
    to: '',
    tests: [TESTS.movedEdited],
    only: 'read first',
  },
  {
    rule: 10,
    off: 'a file that waits for such a place makes room where that one may wait for its name',
    file: 'main/engine/plan/move-order.ts',
    from: 'before.some(stays) || isAnothers(move, this.#places);',
    to: 'before.some(stays);',
    tests: [TESTS.leftPlaces],
    only: 'ring of waits',
  },
  {
    rule: 10,
    off: 'a file that came to the place of one that is about to be moved is not moved in its stead',
    file: 'main/adapters/disk/moves/move.ts',
    from: '      if (each === old) requireStill(old, file);\n',
    to: '',
    tests: ['test/adapters/disk/moves/traded-meanwhile.alone.test.ts'],
    only: 'moves no other file',
  },
];
