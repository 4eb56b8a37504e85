/** Hands in a key as a browser would, and prints the status. Arguments: port, key, user id to become first, host. */
import { request } from 'node:http';

const [port = '', key = '', user = '', host = '127.0.0.1'] = process.argv.slice(2);
process.setuid?.(Number(user));
const headers = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` };
const sent = request({ host, port, path: '/session', method: 'POST', headers }, (response) => {
  process.stdout.write(String(response.statusCode));
  response.resume();
});
sent.end(key);
