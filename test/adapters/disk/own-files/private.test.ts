import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isOpenToOthers, whyNotOurs } from '../../../../main/adapters/disk/own-files/private.ts';
import { asAnotherUser, giveAway } from '../../../support/another-user.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-private-'));
  file = join(folder, 'update-feed.txt');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform === 'win32')('a folder', () => {
  it('of another user is not used, and the person is told why', () => {
    expect(whyNotOurs(folder)).toBe(null);
    giveAway(folder);
    asAnotherUser();
    expect(whyNotOurs(folder)).toMatchObject({
      message: `The data folder ${folder} belongs to another user of this computer, who could change all that SiteSync does with it.`,
      hint: 'Name a folder of your own with --data.',
    });
  });

  it('that is not there yet, or the administrator’s, or used by the administrator, is used', () => {
    giveAway(folder);
    vi.spyOn(process, 'getuid').mockReturnValue(0);
    expect(whyNotOurs(folder)).toBe(null);
    asAnotherUser();
    expect(whyNotOurs(join(folder, 'new'))).toBe(null);
    expect(whyNotOurs('/')).toBe(null);
  });
});

describe.skipIf(process.platform === 'win32')('a file', () => {
  it.each([
    ['ours alone', 0o600, 0o700, false],
    ['others may read', 0o644, 0o755, false],
    ['others may write', 0o646, 0o755, true],
    ['others may replace', 0o644, 0o757, true],
    ['others may make files beside', 0o644, 0o1777, false],
  ])('that is, or which %s (%o in %o): open to others is %s', (_, mode, above, expected) => {
    writeFileSync(file, 'x');
    chmodSync(file, mode);
    chmodSync(folder, above);
    expect(isOpenToOthers(file, folder)).toBe(expected);
  });

  it('that our own group may write is open only where that is another group', () => {
    writeFileSync(file, 'x');
    chmodSync(file, 0o664);
    expect(isOpenToOthers(file, folder)).toBe(false);
    vi.spyOn(process, 'getgid').mockReturnValue(54_321);
    expect(isOpenToOthers(file, folder)).toBe(true);
  });

  it('of another user is open to them, also in a folder where each keeps their own', () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    writeFileSync(join(shared, 'x'), 'x');
    giveAway(join(shared, 'x'));
    asAnotherUser();
    expect(isOpenToOthers(join(shared, 'x'), shared)).toBe(true);
  });
});
