import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultReply } from '../switches/faults.ts';
import { bearerOf } from './access.ts';
import { answerProblem, type ServiceContext } from './context.ts';
import { BEARER_NOT_VALID, detail, NOT_AUTHENTICATED, type Problem, sendHtml } from './problem.ts';
import type { RateLimit } from './rate-limit.ts';

/** What every request meets first: latency, planned failures, maintenance, the rate limit. */
export async function passGate(
  context: ServiceContext,
  rateLimit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { faults } = context.switches;
  if (faults.latencyMs > 0) await sleep(faults.latencyMs);
  const failed = meetPlannedFailure(context, request, reply);
  if (failed !== undefined) return failed;
  if (faults.maintenance) return answerProblem(context, reply, comeBack(context, 503, 'Under maintenance.'));
  const token = bearerOf(request.headers.authorization) ?? '';
  if (faults.rateLimit > 0 && !rateLimit.admit(token, faults.rateLimit)) {
    return answerProblem(context, reply, comeBack(context, 429, 'Request was throttled.'));
  }
  return undefined;
}

/** Sets the grant of the request's bearer token, or answers 401. */
export async function requireBearer(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const token = bearerOf(request.headers.authorization);
  if (token === null) return answerProblem(context, reply, NOT_AUTHENTICATED);
  request.grant = context.tokens.find(token);
  return request.grant === null ? answerProblem(context, reply, BEARER_NOT_VALID) : undefined;
}

/** Closes the connection of a request whose work is done but whose answer is to be lost. */
export function dropIfPlanned(request: FastifyRequest): void {
  if (request.fault === 'drop-after') request.raw.socket.destroy();
}

function meetPlannedFailure(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const [path = ''] = request.url.split('?');
  request.fault = context.switches.takeFailure(request.method, path);
  const { fault } = request;
  if (fault === null || fault === 'drop-after') return undefined;
  if (fault === 'drop-before') {
    request.raw.socket.destroy();
    return reply.hijack();
  }
  if (fault === 'hang') return reply.hijack();
  if (fault === 'html-200') return sendHtml(reply, 200, 'Sign in', 'Please sign in to this network.');
  return 'status' in fault ? answerFault(context, reply, fault) : undefined;
}

function answerFault(context: ServiceContext, reply: FastifyReply, fault: FaultReply): FastifyReply {
  if (fault.retryAfter !== undefined) void reply.header('retry-after', fault.retryAfter);
  if (fault.body === undefined) {
    return answerProblem(context, reply, detail(fault.status, 'The service failed on purpose.'));
  }
  const type = fault.body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json';
  return reply.code(fault.status).type(type).send(fault.body);
}

function comeBack(context: ServiceContext, status: number, text: string): Problem {
  const { retryAfter, retryAfterForm } = context.switches.faults;
  const when =
    retryAfterForm === 'date'
      ? new Date(Date.now() + retryAfter * 1000).toUTCString()
      : String(Math.ceil(retryAfter));
  return { ...detail(status, text), headers: { 'retry-after': when } };
}
