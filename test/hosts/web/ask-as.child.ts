/**
 * Asks the web host as another user would, and prints the status. Arguments: user id to become first, host, port, and
 * as JSON method, path, headers and body.
 */
import { request } from 'node:http';
import type { Asking } from './rig.ts';

const [user = '', host = '', port = '', asking = ''] = process.argv.slice(2);
const { path, method = 'GET', headers = {}, body } = JSON.parse(asking) as Asking & { readonly path: string };
process.setuid?.(Number(user));
const sent = request({ host, port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } });
sent.on('response', (response) => {
  process.stdout.write(String(response.statusCode));
  response.resume();
});
sent.on('upgrade', (response, socket) => {
  process.stdout.write(String(response.statusCode));
  socket.destroy();
});
sent.end(body);
