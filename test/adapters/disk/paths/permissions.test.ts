import { chmod, lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../../main/adapters/disk/fingerprint.ts';
import { replaceIfSame } from '../../../../main/adapters/disk/paths/last-look.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-permissions-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

const permissions = async (path: string): Promise<number> => (await lstat(path)).mode & 0o777;

async function written(name: string, mode: number): Promise<string> {
  const path = join(home, name);
  await writeFile(path, name);
  await chmod(path, mode);
  return path;
}

describe.skipIf(process.platform === 'win32')('a file that replaces another one', () => {
  it('gets its permissions', async () => {
    const [part, plan] = [await written('part', 0o644), await written('plan', 0o400)];
    const seen = fingerprintOf(await lstat(plan, { bigint: true }));
    expect(replaceIfSame(part, plan, seen)).toBe(true);
    expect(await permissions(plan)).toBe(0o400);
  });

  it('keeps its own where it cannot, so that a later try can open it', async () => {
    const part = await written('part', 0o644);
    const plan = join(home, 'plan');
    await mkdir(plan, { mode: 0o555 });
    const seen = fingerprintOf(await lstat(plan, { bigint: true }));
    expect(() => replaceIfSame(part, plan, seen)).toThrow('EISDIR');
    expect(await permissions(part)).toBe(0o644);
  });
});
