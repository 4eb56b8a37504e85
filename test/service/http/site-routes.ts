import type { FastifyInstance } from 'fastify';
import { maySee, visibleSites } from './access.ts';
import { answerProblem, baseUrlOf, grantOf, paramOf, type ServiceContext } from './context.ts';
import { entityOfModel } from './entities.ts';
import { envelope, pageOf } from './paging.ts';
import { FORBIDDEN, noSuch, sendJson } from './problem.ts';
import { siteRecord } from './records.ts';
import { sendDownload } from './send-download.ts';
import { checkTimeseriesQuery } from './timeseries-query.ts';
import { timeseriesReply } from './timeseries-reply.ts';

export function registerSiteRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { store, switches } = context;

  app.get('/api/v1/sites/', async (request, reply) => {
    const url = new URL(request.url, baseUrlOf(request));
    const asked = pageOf(url.searchParams, switches.variation);
    if (!asked.ok) return answerProblem(context, reply, asked.problem);
    const page = asked.value;
    const visible = switches.faults.emptySiteList ? [] : visibleSites(grantOf(request));
    const records = store.siteTable.page(visible, page).map((row) => siteRecord(row, url.origin));
    const count = store.siteTable.count(visible);
    return sendJson(reply, 200, envelope(url, page, count, records, switches.variation));
  });

  app.get('/api/v1/sites/:site/models/:model/download', async (request, reply) => {
    const site = paramOf(request, 'site');
    if (store.siteTable.get(site) === null) return answerProblem(context, reply, noSuch('Site'));
    if (!maySee(grantOf(request), site)) return answerProblem(context, reply, FORBIDDEN);
    const model = store.modelTable.get(site, paramOf(request, 'model'));
    if (model === null) return answerProblem(context, reply, noSuch('Model'));
    return sendDownload(context, request, reply, entityOfModel(store, model));
  });

  app.post('/api/v1/sites/:site/timeseries', async (request, reply) => {
    const site = paramOf(request, 'site');
    if (store.siteTable.get(site) === null) return answerProblem(context, reply, noSuch('Site'));
    if (!maySee(grantOf(request), site)) return answerProblem(context, reply, FORBIDDEN);
    const query = checkTimeseriesQuery(request.body, switches.variation.timeseriesIgnoresRange);
    if (!query.ok) return answerProblem(context, reply, query.problem);
    const body = timeseriesReply(store.seriesTable, site, query.value, switches.variation);
    return reply.code(200).type('application/json').send(body);
  });
}
