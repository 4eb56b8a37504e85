import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { webRig } from './rig.ts';

it('a bridge that is refused is closed at our end, whoever keeps the other open', async () => {
  const rig = await webRig();
  const socket = connect({ port: rig.host.port, host: '127.0.0.1', allowHalfOpen: true });
  const broken = new Promise<string>((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
  const answered = new Promise<string>((resolve) => {
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    socket.on('end', () => resolve(said));
  });
  socket.write(
    `GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:${rig.host.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  expect(await answered).toContain('403');
  const more = setInterval(() => socket.write('still here'), 20);
  // Nobody reads at the other end any more.
  expect(['ECONNRESET', 'EPIPE']).toContain(await broken);
  clearInterval(more);
  socket.destroy();
  await rig.close();
});
