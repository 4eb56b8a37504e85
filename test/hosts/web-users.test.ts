import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userOfConnection } from '../../main/hosts/web/peer-user.ts';
import { webRig, type WebRig } from './web-rig.ts';

const NOBODY = 65_534;
const CHILD = join(import.meta.dirname, 'post-key.child.ts');
let rig: WebRig;
beforeEach(async () => {
  rig = await webRig();
});
afterEach(() => rig.close());

async function handIn(key: string, user: number, host = '127.0.0.1'): Promise<number> {
  const args = [CHILD, String(rig.host.port), key, String(user), host];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

describe('another user of this computer', () => {
  it('gets nothing for a key that was seen on a command line, and leaves it good', async () => {
    const key = rig.host.newAddress().split('#key=')[1]!;
    const mine = process.getuid?.() ?? 0;
    // Only the administrator can become somebody else to try it.
    if (process.platform === 'linux' && mine === 0)
      for (const host of ['127.0.0.1', '::ffff:127.0.0.1'])
        expect([host, await handIn(key, NOBODY, host)]).toEqual([host, 403]);
    expect(await handIn(key, mine)).toBe(204);
    expect(await handIn(key, mine)).toBe(403);
  });

  it('is known by the table of the kernel', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1',
      '   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 2',
      '   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 3',
      '   3: 0A00000A:C351 0A00000B:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 4',
      '   4: 0000000000000000FFFF00000100007F:C352 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1003        0 5',
    ].join('\n');
    expect(userOfConnection(table, 50_000, 8080)).toBe(1001);
    expect(userOfConnection(table, 8080, 50_000)).toBe(1000);
    expect(userOfConnection(table, 50_001, 8080)).toBe(null);
    expect(userOfConnection(table, 50_002, 8080)).toBe(1003);
    expect(userOfConnection('', 1, 2)).toBe(null);
  });
});
