import { describe, expect, it } from 'vitest';
import { forgetWhoIAm, learnWhoIAm, whoAmI } from '../../../main/sync/me.ts';

describe('who is signed in', () => {
  const settings = new Map<string, string>();
  let writes = 0;
  const mirror = {
    setting: (key: string) => settings.get(key) ?? null,
    setSetting: (key: string, value: string | null) => {
      writes += 1;
      if (value === null) settings.delete(key);
      else settings.set(key, value);
    },
  };

  it('is learnt from a record of an own upload, written once, and forgotten with the token', () => {
    expect(whoAmI(mirror)).toBeNull();
    learnWhoIAm(mirror, { uploadedBy: null });
    expect(whoAmI(mirror)).toBeNull();
    learnWhoIAm(mirror, { uploadedBy: 'anna' });
    learnWhoIAm(mirror, { uploadedBy: 'anna' });
    expect([whoAmI(mirror), writes]).toEqual(['anna', 1]);
    forgetWhoIAm(mirror);
    expect(whoAmI(mirror)).toBeNull();
  });
});
