import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REFUSED } from '../../../main/hosts/start/refused.ts';
import { asAnotherUser, giveAway } from '../../support/another-user.ts';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rig.close();
});

describe.skipIf(process.platform === 'win32')('a data folder that others reach', () => {
  it('is not used where it is another user’s: nothing is made in it, and no window opens', async () => {
    giveAway(rig.data);
    asAnotherUser();
    await rig.start();
    expect(rig.electron.boxes[0]).toContain(`${rig.data} belongs to another user of this computer`);
    expect([rig.electron.app.exitCode, rig.electron.windows]).toEqual([REFUSED, []]);
    expect(readdirSync(rig.data)).toEqual(['page']);
  });

  it('names no feed of updates: the next program would be theirs', async () => {
    writeFileSync(join(rig.data, 'update-feed.txt'), 'https://evil.example/');
    chmodSync(rig.data, 0o777);
    await rig.start();
    expect(rig.given().host.updates?.feed).toBe(null);
    expect(rig.logged).toEqual([expect.stringContaining('Updates are off: other users')]);
  });
});
