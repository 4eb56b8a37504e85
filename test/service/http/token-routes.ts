import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isJsonObject } from '../../../shared/model/json.ts';
import { answerProblem, type ServiceContext } from './context.ts';
import { invalidFields, TOKEN_NOT_VALID } from './problem.ts';

export function registerTokenRoutes(app: FastifyInstance, context: ServiceContext): void {
  app.post('/api/v1/auth/token/verify/', async (request, reply) => {
    const token = await tokenOf(request);
    if (token === null) {
      return answerProblem(context, reply, invalidFields({ token: ['This field is required.'] }));
    }
    if (token === '') {
      return answerProblem(context, reply, invalidFields({ token: ['This field may not be blank.'] }));
    }
    if (context.tokens.find(token) === null) return answerProblem(context, reply, TOKEN_NOT_VALID);
    return reply.code(200).send();
  });
}

/** The `token` field of a JSON, form or multipart body; null where there is none. */
async function tokenOf(request: FastifyRequest): Promise<string | null> {
  if (!request.isMultipart()) return textOf(request.body);
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else part.file.resume();
  }
  return textOf(fields);
}

function textOf(body: unknown): string | null {
  if (!isJsonObject(body)) return null;
  const token = body['token'];
  return typeof token === 'string' ? token : null;
}
