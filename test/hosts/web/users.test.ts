import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GIVEN_UP, isOtherUser, userOfConnection, type End } from '../../../main/hosts/web/peer-user.ts';
import { protocolsOf, webRig, type Asking, type AskingAs, type WebRig } from './rig.ts';

const NOBODY = 65_534;
const CHILD = join(import.meta.dirname, 'ask-as.child.ts');
const MINE = process.getuid?.() ?? 0;
/** Only the administrator can become somebody else to try it. */
const CAN_BE_ANOTHER = process.platform === 'linux' && MINE === 0;
let rig: WebRig;
beforeEach(async () => {
  rig = await webRig();
});
afterEach(() => rig.close());

async function askAs(
  user: number,
  path: string,
  asking: Omit<AskingAs, 'path'>,
  host = '127.0.0.1',
): Promise<number> {
  const args = [CHILD, String(user), host, String(rig.host.port), JSON.stringify({ path, ...asking })];
  return Number((await promisify(execFile)(process.execPath, args)).stdout);
}

describe('another user of this computer', () => {
  it('gets nothing for a key that was seen on a command line, and leaves it good', async () => {
    const key = rig.host.newAddress().split('#key=')[1]!;
    const handIn = (user: number, host?: string): Promise<number> =>
      askAs(user, '/session', { method: 'POST', headers: { origin: rig.origin }, body: key }, host);
    if (CAN_BE_ANOTHER)
      for (const host of ['127.0.0.1', '::ffff:127.0.0.1'])
        expect([host, await handIn(NOBODY, host)]).toEqual([host, 403]);
    expect(await handIn(MINE)).toBe(200);
    expect(await handIn(MINE)).toBe(403);
  });

  it('gets nothing at all, whatever it has of a page that was let in', async () => {
    const headers = await rig.enter();
    const upload: Asking = { method: 'PUT', headers, body: 'x' };
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-protocol': protocolsOf(headers).join(', '),
    };
    const all = async (user: number): Promise<readonly number[]> => [
      await askAs(user, '/', {}),
      await askAs(user, '/session', { headers }),
      await askAs(user, rig.keyed('/content/file/s/none'), { headers }),
      await askAs(user, '/upload/d/0', upload),
      await askAs(user, '/bridge', { headers: { ...headers, ...upgrade } }),
    ];
    if (CAN_BE_ANOTHER) expect(await all(NOBODY)).toEqual([403, 403, 403, 403, 403]);
    expect(rig.app.uploads.size).toBe(0);
    expect(await all(MINE)).toEqual([200, 204, 404, 204, 101]);
  });

  it('is looked for once a connection', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const first = isOtherUser(socket);
    expect(isOtherUser(socket)).toBe(first);
    expect(await first).toBe(false);
    socket.destroy();
    server.close();
  });

  it('is nobody whom the kernel does not know, as a browser of Windows that speaks to its Linux', async () => {
    const [localAddress, remoteAddress] = ['127.0.0.1', '127.0.0.1'];
    const elsewhere = { localAddress, localPort: 1, remoteAddress, remotePort: 2 } as Socket;
    expect(await isOtherUser(elsewhere)).toBe(false);
  });

  it('is not taken for the administrator, whose are connections of the same port that were given up', async () => {
    if (!CAN_BE_ANOTHER) return;
    expect(await askAs(NOBODY, '/', { givenUp: 40 })).toBe(403);
  });

  it('is known by the table of the kernel', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1',
      '   6: 0200007F:C350 0100007F:1F90 06 00000000:00000000 00:00000000 00000000     0        0 0',
      '   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 2',
      '   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 3',
      '   3: 0A00000A:C351 0A00000B:1F90 01 00000000:00000000 00:00000000 00000000  1002        0 4',
      '   4: 0000000000000000FFFF00000100007F:C352 0000000000000000FFFF00000100007F:1F90 01 00000000:00000000 00:00000000 00000000  1003        0 5',
      '   5: 0100007F:C354 0100007F:1F90 04 00000000:00000000 00:00000000 00000000     0        0 0',
    ].join('\n');
    const at = (port: number, address = '127.0.0.1'): End => ({ address, port });
    expect(userOfConnection(table, at(50_000), at(8080))).toBe(1001);
    expect(userOfConnection(table, at(8080), at(50_000))).toBe(1000);
    expect(userOfConnection(table, at(50_001), at(8080))).toBe(null);
    expect(userOfConnection(table, at(50_001, '10.0.0.10'), at(8080, '11.0.0.10'))).toBe(1002);
    expect(userOfConnection(table, at(50_002), at(8080))).toBe(1003);
    expect(userOfConnection(table, at(50_002, '::ffff:127.0.0.1'), at(8080))).toBe(1003);
    expect(userOfConnection(table, at(50_004), at(8080))).toBe(GIVEN_UP);
    expect(userOfConnection('', at(1), at(2))).toBe(null);
  });
});
