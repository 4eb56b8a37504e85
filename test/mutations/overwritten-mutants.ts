import { TESTS, type Mutant } from './mutant.ts';

const LINEAGE = 'main/engine/lineage.ts';

/** Rule 1 where two laptops send the same record in the same moment. */
export const OVERWRITTEN_MUTANTS: readonly Mutant[] = [
  {
    rule: 1,
    off: 'what was overwritten unseen lies beside theirs',
    file: 'main/engine/plan.ts',
    from: 'if (ours === null) return this.#refresh(',
    to: 'if (ours === null || ours.id === base.id) return this.#refresh(',
    tests: [TESTS.lineage, TESTS.overwritten],
  },
  {
    rule: 1,
    off: 'what was overwritten unseen and moved here lies beside theirs',
    file: 'main/engine/plan.ts',
    from: '(there.wentBack || overwritten(base, there.remote, this.#policy) !== null)',
    to: 'there.wentBack',
    tests: [TESTS.overwritten],
  },
  {
    rule: 1,
    off: 'what was overwritten by the bytes before it is sent again',
    file: 'main/engine/plan.ts',
    from: 'local.path === base.path ? { ...base, hash: ours.before } : null',
    to: 'local.path === base.path ? base : null',
    tests: [TESTS.overwritten],
  },
  {
    rule: 1,
    off: 'whoever saw our version did not overwrite it unseen',
    file: LINEAGE,
    from: 'ours === markOf(remote) || basedOn.includes(ours)',
    to: 'ours === markOf(remote)',
    tests: [TESTS.lineage, TESTS.histories],
  },
  {
    rule: 1,
    off: 'only a line that meets ours tells what its writer had seen',
    file: LINEAGE,
    from: 'return basedOn.some((mark) => before.includes(mark)) ? sent : null;',
    to: 'return before.length > 0 ? sent : null;',
    tests: [TESTS.lineage, TESTS.overwritten],
  },
  {
    rule: 1,
    off: 'only what was sent from here is an edit of ours',
    file: LINEAGE,
    from: 'if (sent === null || sent.opId !== base.opId || sent.hash !== base.hash) return null;',
    to: 'if (sent === null) return null;',
    tests: [TESTS.lineage, TESTS.overwritten],
  },
  {
    rule: 1,
    off: 'a version names those that the one before it names',
    file: LINEAGE,
    from: 'return [markOf(seen), ...seen.facts.basedOn].slice(0, LONGEST_LINE);',
    to: 'return [markOf(seen)].slice(0, LONGEST_LINE);',
    tests: [TESTS.lineage],
  },
  {
    rule: 1,
    off: 'a rename sent from here leaves the bytes ours',
    file: 'main/sync/sent-over.ts',
    from: 'return isOfThese ? { sent: { ...noted, opId } } : {};',
    to: 'return isOfThese ? {} : {};',
    tests: [TESTS.overwritten],
  },
  {
    rule: 1,
    off: 'a record that is read after our update may hold what others sent since',
    file: 'main/sync/agreement.ts',
    from: 'return isOurs ? base : { ...base, remote: UNKNOWN, opId: ours };',
    to: 'return isOurs ? base : { ...base };',
    tests: [TESTS.sameMoment],
    only: 'says nothing',
  },
];
