/**
 * Asks the web host as another user would, and prints the status. Arguments: user id to become first, host, port, and
 * as JSON method, path, headers and body; `givenUp`: so many connections from other addresses of this computer, all from
 * the port that is used then, were made and given up before.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import type { AskingAs } from './rig.ts';

const [user = '', host = '', port = '', asking = ''] = process.argv.slice(2);
const { path, method = 'GET', headers = {}, body, givenUp = 0 } = JSON.parse(asking) as AskingAs;
process.setuid?.(Number(user));
let localPort: number | undefined;
for (let number = 2; number < givenUp + 2; number++) {
  const from = { localAddress: `127.0.0.${number}`, ...(localPort === undefined ? {} : { localPort }) };
  const socket = connect({ host, port: Number(port), ...from });
  await once(socket, 'connect');
  localPort ??= socket.localPort;
  socket.resume().end();
  await once(socket, 'close');
}
const from = localPort === undefined ? {} : { localAddress: '127.0.0.1', localPort };
const whole = { host: `127.0.0.1:${port}`, ...headers };
const sent = request({ host, port, path, method, headers: whole, ...from });
sent.on('response', (response) => {
  process.stdout.write(String(response.statusCode));
  response.resume();
});
sent.on('upgrade', (response, socket) => {
  process.stdout.write(String(response.statusCode));
  socket.destroy();
});
sent.end(body);
