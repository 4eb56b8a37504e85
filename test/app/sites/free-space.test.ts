import { describe, expect, it } from 'vitest';
import { freeSpaceNear } from '../../../main/app/sites/free-space.ts';
import { fail, ok } from '../../../shared/failure.ts';

const asked: string[] = [];
const disk = (there: string) => ({
  space: async (folder: string) => {
    asked.push(folder);
    return folder === there
      ? ok({ freeBytes: 7, totalBytes: 9, disk: 'one' })
      : fail({ code: 'folder-missing', message: folder, hint: '', retry: 'later' } as const);
  },
});

describe('free space where sites will be', () => {
  it.each([
    ['/home/me/Sites', '/home', ['/home/me/Sites', '/home/me', '/home']],
    ['/x', '/', ['/x', '/']],
    ['C:\\Users\\me\\Sites\\', 'C:\\', ['C:\\Users\\me\\Sites\\', 'C:\\Users\\me', 'C:\\Users', 'C:\\']],
  ])('of %s is that of %s', async (folder, there, expected) => {
    asked.length = 0;
    expect(await freeSpaceNear(disk(there), folder)).toBe(7);
    expect(asked).toEqual(expected);
  });

  it('is not known where nothing of the way exists', async () => {
    expect(await freeSpaceNear(disk('elsewhere'), '/a/b')).toBeNull();
  });
});
