import multipart from '@fastify/multipart';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { answerProblem, type ServiceContext } from './context.ts';
import { registerFileRoutes } from './file-routes.ts';
import { dropIfPlanned, passGate, requireBearer } from './gate.ts';
import { registerPublicMedia, registerStoredMedia } from './media-routes.ts';
import { detail, sendHtml } from './problem.ts';
import { RateLimit } from './rate-limit.ts';
import { registerSiteRoutes } from './site-routes.ts';
import { registerTokenRoutes } from './token-routes.ts';

const BODY_LIMIT = 16 * 1024 * 1024;

/** The whole interface on one Fastify instance, not yet listening. */
export async function buildApp(context: ServiceContext): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 2000 },
  });
  app.decorateRequest('grant', null);
  app.decorateRequest('fault', null);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  await app.register(multipart, { throwFileSizeLimit: false });

  const rateLimit = new RateLimit();
  app.addHook('onRequest', async (request, reply) => {
    context.log.follow(request, reply);
    return passGate(context, rateLimit, request, reply);
  });
  app.addHook('onSend', async (request) => dropIfPlanned(request));
  app.setNotFoundHandler(async (_request, reply) =>
    sendHtml(reply, 404, 'Not Found', 'The requested resource was not found on this server.'),
  );
  app.setErrorHandler(async (error: FastifyError, request, reply) =>
    answerError(context, error, request, reply),
  );

  registerTokenRoutes(app, context);
  registerPublicMedia(app, context);
  await app.register(async (guarded) => {
    guarded.addHook('onRequest', async (request, reply) => requireBearer(context, request, reply));
    registerFileRoutes(guarded, context);
    registerSiteRoutes(guarded, context);
    registerStoredMedia(guarded, context);
  });
  return app;
}

/** What the framework itself refuses: a body that is no JSON, a type it has no parser for, a form that breaks off. */
function answerError(
  context: ServiceContext,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status >= 500 && !request.raw.destroyed) {
    process.stderr.write(`${request.method} ${request.url}: ${error.stack ?? error.message}\n`);
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const type = request.headers['content-type'] ?? '';
    return answerProblem(context, reply, detail(415, `Unsupported media type "${type}" in request.`));
  }
  return answerProblem(context, reply, detail(status, error.message));
}
