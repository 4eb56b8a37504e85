import { describe, expect, it, vi } from 'vitest';
import { nameIn } from '../../../main/hosts/compose/account.ts';
import { enterAccount, learnWhoIAm, whoAmI } from '../../../main/sync/settings/account.ts';
import { MemoryMirror } from '../../support/memory/mirror/mirror.ts';

it('who is signed in is learnt from a record of an own upload, written once, and forgotten with the account', () => {
  const mirror = new MemoryMirror();
  enterAccount(mirror, 'account of anna');
  const writes = vi.spyOn(mirror, 'setSetting');
  expect(whoAmI(mirror)).toBeNull();
  learnWhoIAm(mirror, { uploadedBy: null });
  expect(whoAmI(mirror)).toBeNull();
  learnWhoIAm(mirror, { uploadedBy: 'anna' });
  learnWhoIAm(mirror, { uploadedBy: 'anna' });
  expect([whoAmI(mirror), writes.mock.calls.length]).toEqual(['anna', 1]);
  enterAccount(mirror, 'account of anna');
  expect(whoAmI(mirror)).toBe('anna');
  enterAccount(mirror, 'account of ben');
  expect(whoAmI(mirror)).toBeNull();
});

describe('the name in a token', () => {
  const jwt = (claims: unknown): string =>
    `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

  it.each([
    ['a name', jwt({ name: ' Kim Åström ', email: 'kim@example.com', sub: '7' }), 'Kim Åström'],
    ['an address alone', jwt({ email: 'kim@example.com', sub: '7' }), 'kim@example.com'],
    ['a name that is no text', jwt({ name: { first: 'Kim' }, preferred_username: 'kim' }), 'kim'],
    ['a name of blanks', jwt({ name: '  ' }), null],
    ['a name of two lines', jwt({ name: 'Kim\nÅström' }), null],
    ['a name without an end', jwt({ name: 'K'.repeat(10_000) }), null],
    ['a list', jwt(['name']), null],
    ['nothing that can be read', 'a.b.c', null],
    ['no parts', 'demo-token', null],
  ])('is told where there is one to be shown: %s', (_, token, name) => expect(nameIn(token)).toBe(name));
});
