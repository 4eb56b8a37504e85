import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { extname } from 'node:path';
import { assertNever } from '../../../shared/assert-never.ts';
import type { FileRow } from '../store/file-table.ts';
import { maySee } from './access.ts';
import { answerProblem, baseUrlOf, grantOf, paramOf, type ServiceContext } from './context.ts';
import { checkForm, fieldsOf, type FileFields } from './file-fields.ts';
import {
  detail,
  FORBIDDEN,
  invalidFields,
  noSuch,
  type Outcome,
  type Problem,
  refuse,
  sendJson,
} from './problem.ts';
import { fileRecord, unlikeRecord } from './records.ts';
import { discardUpload, keepUpload, readUpload, uploadedType, type UploadForm } from './upload-form.ts';

/** Room for the other fields and the boundaries of a form whose file is just small enough. */
const FORM_OVERHEAD = 1024 * 1024;

export function registerFileWrites(app: FastifyInstance, context: ServiceContext): void {
  app.post('/api/v1/files/', async (request, reply) => {
    const outcome = await withForm(context, request, (form) => create(context, request, form));
    return outcome.ok
      ? answerCreate(context, request, reply, outcome.value)
      : answerProblem(context, reply, outcome.problem);
  });

  app.put('/api/v1/files/:id/', async (request, reply) => {
    const old = writable(context, request);
    if (!old.ok) return answerProblem(context, reply, old.problem);
    const outcome = await withForm(context, request, (form) => update(context, request, old.value, form));
    return outcome.ok
      ? answerUpdate(context, request, reply, outcome.value)
      : answerProblem(context, reply, outcome.problem);
  });

  app.delete('/api/v1/files/:id/', async (request, reply) => {
    const old = writable(context, request);
    if (!old.ok) return answerProblem(context, reply, old.problem);
    context.store.deleteFile(old.value.id);
    return reply.code(context.switches.variation.deleteStatus).send();
  });
}

/** The record that the path names, where the token may change it. */
function writable(context: ServiceContext, request: FastifyRequest): Outcome<FileRow> {
  const row = context.store.file(paramOf(request, 'id'));
  if (row === null) return refuse(noSuch('SiteFile'));
  return maySee(grantOf(request), row.site) ? { ok: true, value: row } : refuse(FORBIDDEN);
}

async function withForm(
  context: ServiceContext,
  request: FastifyRequest,
  work: (form: UploadForm) => Promise<Outcome<FileRow>>,
): Promise<Outcome<FileRow>> {
  if (!request.isMultipart()) {
    const type = request.headers['content-type'] ?? '';
    return refuse(detail(415, `Unsupported media type "${type}" in request.`));
  }
  const { maxUploadBytes } = context.switches.faults;
  const announced = Number(request.headers['content-length'] ?? 0);
  if (maxUploadBytes > 0 && announced > maxUploadBytes + FORM_OVERHEAD) return refuse(tooLarge(context));
  const form = await readUpload(request, context.store.blobs, maxUploadBytes);
  try {
    return await work(form);
  } finally {
    await discardUpload(form);
  }
}

async function create(
  context: ServiceContext,
  request: FastifyRequest,
  form: UploadForm,
): Promise<Outcome<FileRow>> {
  const problem = problemOf(context, request, form, ['site', 'category', 'name', 'file'], '');
  const { site = '', category = '', name = '', metadata = '{}' } = storable(context, form);
  if (problem !== null || form.file === null) return refuse(problem ?? invalidFields({ file: [] }));
  const blob = await keepUpload(
    context.store.blobs,
    form.file,
    name,
    context.switches.variation.rewritesContent,
  );
  const row = context.store.fileTable.create({
    site,
    category,
    name,
    metadata,
    blob,
    contentType: uploadedType(form.file, name),
    uploadedBy: grantOf(request).user,
  });
  return { ok: true, value: row };
}

async function update(
  context: ServiceContext,
  request: FastifyRequest,
  old: FileRow,
  form: UploadForm,
): Promise<Outcome<FileRow>> {
  const { store, switches } = context;
  const required = switches.variation.updateNeedsFile ? (['file'] as const) : [];
  const problem = problemOf(context, request, form, required, old.name);
  if (problem !== null) return refuse(problem);
  const fields = storable(context, form);
  const name = fields.name ?? old.name;
  const content =
    form.file === null
      ? {}
      : {
          blob: await keepUpload(store.blobs, form.file, name, switches.variation.rewritesContent),
          contentType: uploadedType(form.file, name),
        };
  const row = store.fileTable.update(old.id, { ...fields, ...content });
  if (row !== null) return { ok: true, value: row };
  if ('blob' in content) store.blobs.remove(content.blob.key);
  return refuse(noSuch('SiteFile'));
}

/** The fields as they are kept: a service that drops metadata never sees it. */
function storable(context: ServiceContext, form: UploadForm): FileFields {
  const { metadata: _dropped, ...others } = fieldsOf(form);
  return context.switches.variation.dropsMetadata ? others : fieldsOf(form);
}

function problemOf(
  context: ServiceContext,
  request: FastifyRequest,
  form: UploadForm,
  required: readonly ('site' | 'category' | 'name' | 'file')[],
  oldName: string,
): Problem | null {
  const { variation, faults } = context.switches;
  if (form.file?.tooLarge === true) return tooLarge(context);
  const errors = checkForm(form, {
    required,
    siteExists: (id) => context.store.siteTable.get(id) !== null,
    takesUnknownCategory: variation.categoriesUnknown,
    refusesEmptyFiles: variation.refusesEmptyFiles,
  });
  if (Object.keys(errors).length > 0) return invalidFields(errors);
  const site = form.fields.get('site');
  if (site !== undefined && !maySee(grantOf(request), site)) return FORBIDDEN;
  const extension = extname(form.fields.get('name') ?? oldName).toLowerCase();
  if (faults.refusedExtensions.includes(extension)) {
    return detail(415, `Files of type "${extension}" are not accepted.`);
  }
  return null;
}

function tooLarge(context: ServiceContext): Problem {
  return detail(413, `The file is larger than ${context.switches.faults.maxUploadBytes} bytes.`);
}

function answerCreate(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  row: FileRow,
): FastifyReply {
  const { variation } = context.switches;
  switch (variation.createReply) {
    case 'record':
      return sendJson(reply, variation.createStatus, fileRecord(row, baseUrlOf(request), variation));
    case 'unlike':
      return sendJson(reply, variation.createStatus, unlikeRecord(row, baseUrlOf(request), variation));
    case 'id':
      return sendJson(reply, variation.createStatus, { id: row.id });
    case 'nothing':
      return reply.code(variation.createStatus).send();
    default:
      return assertNever(variation.createReply);
  }
}

function answerUpdate(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  row: FileRow,
): FastifyReply {
  const { variation } = context.switches;
  if (variation.updateReply === 'nothing' || variation.updateStatus === 204) {
    return reply.code(variation.updateStatus).send();
  }
  const record = variation.updateReply === 'unlike' ? unlikeRecord : fileRecord;
  return sendJson(reply, variation.updateStatus, record(row, baseUrlOf(request), variation));
}
