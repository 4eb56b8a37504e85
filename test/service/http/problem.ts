import type { FastifyReply } from 'fastify';
import { assertNever } from '../../../shared/assert-never.ts';
import type { Json, JsonObject } from '../../../shared/model/json.ts';
import type { Variation } from '../switches/variation.ts';

/** A refusal in the words of the Django REST framework. */
export interface Problem {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** The messages of each refused field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export function refuse(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem };
}

export const NOT_AUTHENTICATED: Problem = {
  status: 401,
  body: { detail: 'Authentication credentials were not provided.' },
  headers: { 'www-authenticate': 'Bearer realm="api"' },
};

export const BEARER_NOT_VALID: Problem = {
  status: 401,
  body: {
    detail: 'Given token not valid for any token type',
    code: 'token_not_valid',
    messages: [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid or expired' }],
  },
  headers: { 'www-authenticate': 'Bearer realm="api"' },
};

export const TOKEN_NOT_VALID: Problem = {
  status: 401,
  body: { detail: 'Token is invalid or expired', code: 'token_not_valid' },
};

export const FORBIDDEN: Problem = {
  status: 403,
  body: { detail: 'You do not have permission to perform this action.' },
};

export function noSuch(kind: 'SiteFile' | 'Site' | 'Model'): Problem {
  return { status: 404, body: { detail: `No ${kind} matches the given query.` } };
}

export function invalidFields(errors: FieldErrors): Problem {
  return { status: 400, body: errors };
}

export function detail(status: number, text: string): Problem {
  return { status, body: { detail: text } };
}

export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply.code(status).type('application/json').send(JSON.stringify(value));
}

export function sendProblem(
  reply: FastifyReply,
  problem: Problem,
  form: Variation['errorForm'],
): FastifyReply {
  void reply.headers(problem.headers ?? {});
  switch (form) {
    case 'json':
      return sendJson(reply, problem.status, problem.body);
    case 'html':
      return sendHtml(reply, problem.status, `Error ${problem.status}`, firstText(problem.body));
    case 'empty':
      return reply.code(problem.status).send();
    default:
      return assertNever(form);
  }
}

/** A page as a proxy, a captive portal or a crashed application would send it. */
export function sendHtml(reply: FastifyReply, status: number, title: string, text: string): FastifyReply {
  const page = `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`;
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

function firstText(body: JsonObject): string {
  const text: Json | undefined = body['detail'] ?? Object.values(body)[0];
  return typeof text === 'string' ? text : 'The request could not be handled.';
}
