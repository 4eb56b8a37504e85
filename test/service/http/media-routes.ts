import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { contentTypeOf } from '../store/content-type.ts';
import { maySee } from './access.ts';
import { answerProblem, grantOf, paramOf, type ServiceContext } from './context.ts';
import { entityOfFile, entityOfModel } from './entities.ts';
import { detail, FORBIDDEN } from './problem.ts';
import { sendDirect } from './send-download.ts';

const NOT_FOUND = detail(404, 'Not found.');

/** Photos of sites: public, as media behind a web server are. */
export function registerPublicMedia(app: FastifyInstance, context: ServiceContext): void {
  app.get('/media/photos/:name', async (request, reply) => {
    const name = paramOf(request, 'name');
    try {
      const content = await readFile(context.store.photoPath(name));
      return await reply.type(contentTypeOf(name)).send(content);
    } catch {
      return answerProblem(context, reply, NOT_FOUND);
    }
  });
}

/** The stored contents that the `file` field of a record refers to; what a redirected download is sent to. */
export function registerStoredMedia(app: FastifyInstance, context: ServiceContext): void {
  const { store } = context;
  app.get('/media/site-files/:blob', async (request, reply) => {
    const blob = paramOf(request, 'blob');
    const file = store.fileTable.getByBlob(blob);
    const model = file === null ? store.modelTable.getByBlob(blob) : null;
    const owner = file ?? model;
    if (owner === null) return answerProblem(context, reply, NOT_FOUND);
    if (!maySee(grantOf(request), owner.site)) return answerProblem(context, reply, FORBIDDEN);
    if (file !== null) return sendDirect(context, request, reply, entityOfFile(store, file));
    if (model !== null) return sendDirect(context, request, reply, entityOfModel(store, model));
    return answerProblem(context, reply, NOT_FOUND);
  });
}
