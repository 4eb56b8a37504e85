import type { Socket } from 'node:net';

const CONTINUE = Buffer.from('HTTP/1.1 100');
const PROCESSING = Buffer.from('HTTP/1.1 102');

/**
 * Some services and gateways begin their answer to each upload with "100 Continue", which nobody asked for and any client
 * has to pass over (RFC 9110, 15.2). undici breaks the connection instead, and what became of the upload is not known. So
 * it is shown another status of that kind, which it does pass over, as long as the answer proper has not begun.
 */
export function passOverContinue(socket: Socket, awaitsAnswer: () => boolean): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk) && awaitsAnswer() && chunk.subarray(0, CONTINUE.length).equals(CONTINUE))
      PROCESSING.copy(chunk);
    return chunk;
  };
}
