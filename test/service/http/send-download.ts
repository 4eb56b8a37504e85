import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { assertNever } from '../../../shared/assert-never.ts';
import { readStretch, slowed, truncated } from './body-stream.ts';
import { baseUrlOf, type ServiceContext } from './context.ts';
import { sendJson } from './problem.ts';
import { type Entity, entityHeaders, planDownload } from './plan-download.ts';

/** Answers a download in the form that the switches ask for. */
export async function sendDownload(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  entity: Entity,
): Promise<FastifyReply> {
  const form = context.switches.variation.downloadForm;
  switch (form) {
    case 'direct':
      return sendDirect(context, request, reply, entity);
    case 'redirect':
      return reply.redirect(`${baseUrlOf(request)}/media/site-files/${entity.blob}`, 302);
    case 'redirect-other-origin':
      return reply.redirect(await context.otherOrigin.ticketFor(entity), 302);
    case 'link':
      return sendJson(reply, 200, { url: await context.otherOrigin.ticketFor(entity) });
    case 'chunked':
    case 'gzip':
      return sendWithoutLength(context, request, reply, entity, form);
    default:
      return assertNever(form);
  }
}

/** Answers with the bytes themselves, whole or the part that is asked for. */
export async function sendDirect(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  entity: Entity,
): Promise<FastifyReply> {
  const plan = planDownload(entity, request.headers);
  void reply.code(plan.status).headers(plan.headers);
  if (plan.start === plan.end) return reply.send();
  return reply.send(await bodyOf(context, request, entity, plan.start, plan.end));
}

async function sendWithoutLength(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  entity: Entity,
  form: 'chunked' | 'gzip',
): Promise<FastifyReply> {
  const { 'accept-ranges': _ranges, ...headers } = entityHeaders(entity);
  void reply.code(200).headers(headers);
  const body = await bodyOf(context, request, entity, 0, entity.size);
  if (form === 'chunked') return reply.send(body);
  void reply.header('content-encoding', 'gzip');
  const gzip = createGzip({ level: 1 });
  body.once('error', (error) => gzip.destroy(error));
  gzip.once('close', () => body.destroy());
  return reply.send(body.pipe(gzip));
}

async function bodyOf(
  context: ServiceContext,
  request: FastifyRequest,
  entity: Entity,
  start: number,
  end: number,
): Promise<Readable> {
  const { downloadBytesPerSecond } = context.switches.faults;
  const { fault } = request;
  let body = await readStretch(entity.path, start, end);
  if (downloadBytesPerSecond > 0) body = asStream(slowed(body, downloadBytesPerSecond));
  if (fault !== null && typeof fault === 'object' && 'truncateDownload' in fault) {
    const { socket } = request.raw;
    body = asStream(truncated(body, fault.truncateDownload, () => socket.destroySoon()));
  }
  return body;
}

function asStream(source: AsyncGenerator<Buffer>): Readable {
  return Readable.from(source, { objectMode: false });
}
