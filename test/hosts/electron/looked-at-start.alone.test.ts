import type * as Fs from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { desktopRig, type DesktopRig } from './desktop-rig.ts';

/** A virus scanner of Windows looks at each file that was just written: it cannot be removed then. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    rmSync: (path: string, options?: Fs.RmOptions) => {
      if (path.endsWith('can-be-written'))
        throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', syscall: 'rm' });
      fs.rmSync(path, options);
    },
  };
});

let rig: DesktopRig;
beforeEach(async () => {
  rig = await desktopRig();
});
afterEach(() => rig.close());

it('starts also where what it tries to write is looked at in that moment', async () => {
  await rig.start();
  expect([rig.electron.boxes, rig.electron.windows.length]).toEqual([[], 1]);
});
