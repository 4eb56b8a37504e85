import type { Socket } from 'node:net';

const CONTINUE = Buffer.from('HTTP/1.1 100');
const PROCESSING = Buffer.from('HTTP/1.1 102');
const END_OF_HEAD = '\r\n\r\n';
/** Hardly any answer gives more than one: what would take it apart takes longer than to read it. */
const SEVERAL_LENGTHS = /\r\ncontent-length:(?:[\d \t]*,|[^]*\r\ncontent-length:)/i;

/** What undici does not take of the beginning of an answer, and any client has to, is changed before it reads it. */
export function readLeniently(socket: Socket, awaitsAnswer: () => boolean): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk) || !awaitsAnswer()) return chunk;
    passOverContinue(chunk);
    takeEqualLengthsAsOne(chunk);
    return chunk;
  };
}

/**
 * Some services and gateways begin their answer to each upload with "100 Continue", which nobody asked for and any client
 * has to pass over (RFC 9110, 15.2). undici breaks the connection instead, and what became of the upload is not known. So
 * it is shown another status of that kind, which it does pass over, as long as the answer proper has not begun.
 */
function passOverContinue(chunk: Buffer): void {
  if (chunk.subarray(0, CONTINUE.length).equals(CONTINUE)) PROCESSING.copy(chunk);
}

/**
 * A gateway that repeats the length which the service behind it has given: `5, 5`, or two headers. Equal ones may be
 * taken as one (RFC 9110, 8.6). Those that differ are left for undici to refuse.
 */
function takeEqualLengthsAsOne(chunk: Buffer): void {
  const end = chunk.indexOf(END_OF_HEAD);
  if (end < 0) return;
  const head = chunk.toString('latin1', 0, end + 2);
  if (!SEVERAL_LENGTHS.test(head)) return;
  const given = [...head.matchAll(/\r\n(content-length:)([\d ,\t]+)(?=\r\n)/gi)];
  const values = given.flatMap(([, , value]) => (value ?? '').split(',').map((each) => each.trim()));
  const [first = '', ...others] = values;
  if (others.length === 0 || first === '' || others.some((each) => each !== first)) return;
  for (const [at, { index, 1: name = '', 2: value = '' }] of given.entries()) {
    const start = index + END_OF_HEAD.length / 2;
    // The others stay, by a name that says nothing.
    if (at > 0) chunk.write('x', start, 'latin1');
    else chunk.write(first.padEnd(value.length), start + name.length, 'latin1');
  }
}
