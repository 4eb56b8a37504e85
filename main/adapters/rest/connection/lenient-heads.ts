import type { Socket } from 'node:net';

const CONTINUE = Buffer.from('HTTP/1.1 100');
const PROCESSING = Buffer.from('HTTP/1.1 102');
const END_OF_HEAD = '\r\n\r\n';
/** Answers with several lengths. A quick test, since hardly any answer has more than one. */
const SEVERAL_LENGTHS = /\r\ncontent-length:(?:[\d \t]*,|[^]*\r\ncontent-length:)/i;

/**
 * Changes, before undici reads it, the beginning of an answer that undici refuses although every client has to accept
 * it.
 */
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
 * Some services and gateways begin their answer to each upload with "100 Continue", which nobody asked for and every
 * client must skip (RFC 9110, 15.2). undici breaks the connection instead, and nobody knows what became of the upload.
 * So undici is shown another status of that kind, which it does skip, until the real answer begins.
 */
function passOverContinue(chunk: Buffer): void {
  if (chunk.subarray(0, CONTINUE.length).equals(CONTINUE)) PROCESSING.copy(chunk);
}

/**
 * Some gateways repeat the length that the service gave: `5, 5`, or two headers. Equal ones may be taken as one (RFC
 * 9110, 8.6). Different ones are left for undici to refuse.
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
    // The other headers get a meaningless name.
    if (at > 0) chunk.write('x', start, 'latin1');
    else chunk.write(first.padEnd(value.length), start + name.length, 'latin1');
  }
}
