import { TESTS, type Mutant } from './mutant.ts';

/** Rule 7: a record is looked at before it is written. */
export const WRITE_MUTANTS: readonly Mutant[] = [
  {
    rule: 7,
    off: 'what came to the place of a file that was deleted or moved is looked at before that is sent',
    file: 'main/sync/apply/proof.ts',
    from: 'if (!there.ok || there.value === null) return null;',
    to: 'if (!there.ok || there.value === null || known.length < 9) return null;',
    tests: [TESTS.writes],
    only: 'saved anew',
  },
  {
    rule: 7,
    off: 'what lay in that place when it was planned is no news',
    file: 'main/sync/apply/proof.ts',
    from: 'for (const path of known) {',
    to: 'for (const path of known.slice(known.length)) {',
    tests: [TESTS.writes],
    only: 'ignores case',
  },
  {
    rule: 7,
    off: 'the record must be as it was agreed on before a write',
    file: 'main/sync/apply/proof.ts',
    from: 'if (answer.value.fingerprint === expect) return { ok: true, record: answer.value };',
    to: 'if (answer.value.fingerprint !== "" || expect === "") return { ok: true, record: answer.value };',
    tests: [TESTS.writes],
    only: 'rule 7',
  },
  {
    rule: 7,
    off: 'before the last bytes of a new version go, the record is as it was agreed on',
    file: 'main/sync/apply/send/record-recheck.ts',
    from: 'await this.#look(last > 0 ? SOON : EVERY);',
    to: 'if (last === 0) await this.#look(EVERY);',
    tests: [TESTS.slowUpdates],
  },
  {
    rule: 7,
    off: 'while a new version travels for minutes the record is looked at',
    file: 'main/sync/apply/send/record-recheck.ts',
    from: 'await this.#look(last > 0 ? SOON : EVERY);',
    to: 'if (last > 0) await this.#look(SOON);',
    tests: [TESTS.slowUpdates],
  },
  {
    rule: 7,
    off: 'what the service says after a write is what was agreed on',
    file: 'main/sync/apply/commit/agreement.ts',
    from: '    remote: remote.fingerprint,\n',
    to: '    remote: `${remote.fingerprint}x` as typeof remote.fingerprint,\n',
    tests: [TESTS.table, TESTS.histories],
  },
];
