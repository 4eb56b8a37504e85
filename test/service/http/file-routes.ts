import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseCategory } from '../../../shared/model/category.ts';
import type { FileRow } from '../store/file-table.ts';
import { maySee, visibleSites } from './access.ts';
import { answerProblem, baseUrlOf, grantOf, paramOf, type ServiceContext } from './context.ts';
import { entityOfFile } from './entities.ts';
import { registerFileWrites } from './file-writes.ts';
import { ListingFaults } from './listing-faults.ts';
import { envelope, pageOf } from './paging.ts';
import { FORBIDDEN, invalidFields, noSuch, type Outcome, refuse, sendJson } from './problem.ts';
import { fileRecord } from './records.ts';
import { sendDownload } from './send-download.ts';

export function registerFileRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { store, switches } = context;
  const listingFaults = new ListingFaults(switches);

  app.get('/api/v1/files/', async (request, reply) => {
    const { variation, faults } = switches;
    const url = new URL(request.url, baseUrlOf(request));
    const scope = scopeOf(context, request, url.searchParams);
    if (!scope.ok) return answerProblem(context, reply, scope.problem);
    const asked = pageOf(url.searchParams, variation);
    if (!asked.ok) return answerProblem(context, reply, asked.problem);
    const page = asked.value;
    const filter = { ...scope.value, hidden: faults.hiddenFromList };
    const listing = listingFaults.spoil({
      count: store.fileTable.count(filter),
      rows: store.fileTable.page(filter, listingFaults.shifted(page), variation.unstableOrder),
    });
    const records = listing.rows.map((row) => fileRecord(row, url.origin, variation));
    return sendJson(reply, 200, envelope(url, page, listing.count, records, variation));
  });

  app.get('/api/v1/files/:id/', async (request, reply) =>
    withFile(context, request, reply, (row) =>
      sendJson(reply, 200, fileRecord(row, baseUrlOf(request), switches.variation)),
    ),
  );

  app.get('/api/v1/files/:id/download/', async (request, reply) =>
    withFile(context, request, reply, (row) =>
      sendDownload(context, request, reply, entityOfFile(store, row)),
    ),
  );

  registerFileWrites(app, context);
}

/** Hands on the record that the path names, or answers 404 or 403. */
async function withFile(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (row: FileRow) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  const row = context.store.file(paramOf(request, 'id'));
  if (row === null) return answerProblem(context, reply, noSuch('SiteFile'));
  if (!maySee(grantOf(request), row.site)) return answerProblem(context, reply, FORBIDDEN);
  return answer(row);
}

interface Scope {
  readonly sites: readonly string[] | null;
  readonly category: string | null;
}

/** The rows that a listing is about: what the query asks for, within what the token may see. */
function scopeOf(context: ServiceContext, request: FastifyRequest, query: URLSearchParams): Outcome<Scope> {
  const grant = grantOf(request);
  if (context.switches.variation.ignoresFilters) {
    return { ok: true, value: { sites: visibleSites(grant), category: null } };
  }
  const site = query.get('site_id') || null;
  const category = query.get('category') || null;
  if (site !== null && !maySee(grant, site)) return refuse(FORBIDDEN);
  if (category !== null && parseCategory(category) === null) {
    const message = `Select a valid choice. ${category} is not one of the available choices.`;
    return refuse(invalidFields({ category: [message] }));
  }
  return { ok: true, value: { sites: site === null ? visibleSites(grant) : [site], category } };
}
