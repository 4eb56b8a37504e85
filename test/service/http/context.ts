import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';
import type { FaultAction } from '../switches/faults.ts';
import type { Switches } from '../switches/switches.ts';
import type { Grant, Tokens } from './access.ts';
import type { OtherOrigin } from './other-origin.ts';
import { type Problem, sendProblem } from './problem.ts';
import type { RequestLog } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the bearer token stands for; set before any handler below /api/v1/ runs, except for the token check. */
    grant: Grant | null;
    /** The planned failure that this request is due. */
    fault: FaultAction | null;
  }
}

/** What every route works with. */
export interface ServiceContext {
  readonly store: Store;
  readonly switches: Switches;
  readonly tokens: Tokens;
  readonly log: RequestLog;
  readonly otherOrigin: OtherOrigin;
}

/** The grant of a request behind the bearer check. */
export function grantOf(request: FastifyRequest): Grant {
  if (request.grant === null) throw new Error('The route is not behind the bearer check');
  return request.grant;
}

/** The service's address as this client wrote it, as behind a proxy it has to be. */
export function baseUrlOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

export function answerProblem(context: ServiceContext, reply: FastifyReply, problem: Problem): FastifyReply {
  return sendProblem(reply, problem, context.switches.variation.errorForm);
}

export function paramOf(request: FastifyRequest, name: string): string {
  const value = (request.params as Record<string, string | undefined>)[name];
  if (value === undefined) throw new Error(`The route has no parameter ${name}`);
  return value;
}
