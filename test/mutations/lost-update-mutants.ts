import { TESTS, type Mutant } from './mutant.ts';

const TESTED = [TESTS.lostUpdates];

/** Rule 1 where the reply to an update is lost: nobody gets a conflict with himself, and nothing of others is passed off as ours. */
export const LOST_UPDATE_MUTANTS: readonly Mutant[] = [
  {
    rule: 1,
    off: 'an update without a reply is noted',
    file: 'main/sync/apply/send/update.ts',
    from: 'if (isAsRead && !provesNothingDone(failure))',
    to: 'if (isAsRead && !provesNothingDone(failure) && source?.size === -1)',
    tests: TESTED,
  },
  {
    rule: 1,
    off: 'an update without a reply is heard of where a site had none before',
    file: 'main/adapters/sqlite/tables/steps/open-updates.ts',
    from: 'this.#without.delete(siteKey);',
    to: '',
    tests: ['test/adapters/sqlite/failed-commit.test.ts'],
  },
  {
    rule: 1,
    off: 'an update is settled by its mark',
    file: 'main/sync/settle/lost-updates.ts',
    from: 'record === null ? null : toldBy(record, standing)',
    to: 'record === null ? null : (toldBy(record, standing), null)',
    tests: TESTED,
  },
  {
    rule: 1,
    off: 'what a record does not tell of is not taken for done',
    file: 'main/engine/open/open-updates.ts',
    from: 'return null;',
    to: 'return updates.at(-1) ?? null;',
    tests: TESTED,
  },
  {
    rule: 1,
    off: 'an update of another agreement says nothing',
    file: 'main/sync/settle/lost-updates.ts',
    from: 'updates.filter(({ replaces }) => replaces === base?.remote)',
    to: 'updates.filter(({ replaces }) => replaces === base?.remote || base !== null)',
    tests: TESTED,
  },
  {
    rule: 1,
    off: 'an update that is under way is left to its reply',
    file: 'main/sync/settle/lost-updates.ts',
    from: 'if (inFlight.locksRecord(id)) return null;',
    to: 'void inFlight;',
    tests: TESTED,
  },
  {
    rule: 1,
    off: 'fetched bytes that an update of ours sent are ours',
    file: 'main/sync/apply/send/open-update.ts',
    from: 'if (base === null || update === undefined) return null;',
    to: 'if (base === null || update === undefined || base.id === update.id) return null;',
    tests: TESTED,
  },
  {
    rule: 1,
    off: 'another file that came to the place of a lost update keeps its record',
    file: 'main/sync/apply/send/open-update.ts',
    from: 'return isOfAnother ? null : path;',
    to: 'return isOfAnother && lies === 0n ? null : path;',
    tests: TESTED,
  },
  {
    rule: 1,
    off: 'a rename whose reply was lost is proved by its name, and not by the bytes that were there before',
    file: 'main/sync/apply/send/open-update.ts',
    from: 'if (!hasNewBytes(update, base) && !isShown) return null;',
    to: 'if (!hasNewBytes(update, base) && !isShown && base.id !== update.id) return null;',
    tests: TESTED,
  },
  {
    rule: 10,
    off: 'a file that was sent as moved and edited is known as that, whatever its time is by now',
    file: 'main/engine/compare/elsewhere.ts',
    from: '!openUpdates.some((sent) => isAsSent(base, local, sent))',
    to: '!openUpdates.some((sent) => isAsSent(base, local, sent) && local.mtimeNs > base.mtimeNs)',
    tests: TESTED,
    only: 'whose time a program sets back',
  },
];
