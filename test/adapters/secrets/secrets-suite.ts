import assert from 'node:assert/strict';

import { ok } from '../../../shared/failure.ts';
import type { Secrets } from '../../../main/sync/ports/environment.ts';

/** Appears in every secret that the suite stores, so that it can be searched for where it must not be. */
export const CANARY = 'canary-7f3a';

const A = 'https://a.example.test/sds';
const B = 'https://b.example.test';

/**
 * What every home of secrets must do. With assertions of Node's own, so that it also runs in the process inside a
 * desktop session where the real keyring lives.
 */
export const secretsSuite: readonly { readonly name: string; run: (secrets: Secrets) => Promise<void> }[] = [
  {
    name: 'has nothing for an account that was never stored',
    async run(secrets) {
      assert.deepEqual(await secrets.get(`${A}/never`), ok(null));
    },
  },
  {
    name: 'gives back what was stored, to the character',
    async run(secrets) {
      const odd = `${CANARY} "quoted" \\ ü 漢 ${'x'.repeat(2000)}`;
      assert.deepEqual(await secrets.set(A, odd), ok(undefined));
      assert.deepEqual(await secrets.get(A), ok(odd));
    },
  },
  {
    name: 'keeps accounts apart',
    async run(secrets) {
      await Promise.all([secrets.set(A, `${CANARY}-a`), secrets.set(B, `${CANARY}-b`)]);
      assert.deepEqual(await secrets.get(A), ok(`${CANARY}-a`));
      assert.deepEqual(await secrets.get(B), ok(`${CANARY}-b`));
      assert.deepEqual(await secrets.delete(A), ok(undefined));
      assert.deepEqual(await secrets.get(A), ok(null));
      assert.deepEqual(await secrets.get(B), ok(`${CANARY}-b`));
    },
  },
  {
    name: 'replaces what was stored before',
    async run(secrets) {
      await secrets.set(B, `${CANARY}-old`);
      await secrets.set(B, `${CANARY}-new`);
      assert.deepEqual(await secrets.get(B), ok(`${CANARY}-new`));
    },
  },
  {
    name: 'takes the removal of nothing for done',
    async run(secrets) {
      assert.deepEqual(await secrets.delete(`${A}/never`), ok(undefined));
    },
  },
];
