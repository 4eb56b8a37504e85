import { expect, it, vi } from 'vitest';
import { enterAccount, learnWhoIAm, whoAmI } from '../../../main/sync/account.ts';
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
