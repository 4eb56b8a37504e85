import { fail, type Failure, ok, type Result } from '../../../shared/failure.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { isJsonObject, ownValue } from '../../../shared/model/json.ts';
import type { Site } from '../../../shared/model/site.ts';
import type { CallOptions, Page, SeriesPoints } from '../../sync/ports/service.ts';
import type { Client } from './requests/client.ts';
import { cutOff, isCutOff } from './requests/cut-off.ts';
import { PATHS, listQuery, parsePage, parseSite, seriesBody, signInFailure } from './dialect.ts';
import type { PageLimit } from './pages/page-limit.ts';
import { textOf } from './requests/reply-body.ts';
import type { SeriesParser } from './series/series-parser.ts';

const JSON_BODY = { 'Content-Type': 'application/json' };

/** Fails with `sign-in` if the service refuses the token, with whatever status. */
export async function verifyToken(client: Client, options: CallOptions): Promise<Result<void>> {
  const token = client.options.token();
  if (token === null || token === '') return client.failed(signInFailure('No one is signed in.'));
  const reply = await client.ask({
    method: 'POST',
    address: PATHS.verify,
    // A check changes nothing, so a lost answer leaves nothing unknown.
    purpose: { subject: 'the check of the sign-in', kind: 'read' },
    redirects: 'never',
    anonymous: true,
    headers: JSON_BODY,
    body: Buffer.from(JSON.stringify({ token })),
    signal: options.signal,
  });
  if (reply.ok) {
    const { json } = reply.value;
    const denied = isJsonObject(json) && ownValue(json, 'valid') === false;
    return denied ? client.failed(signInFailure('The service did not accept the token.')) : ok(undefined);
  }
  const { code, message } = reply.failure;
  if (code === 'refused' || code === 'no-access') return client.failed(signInFailure(message));
  return reply;
}

export async function listSites(
  client: Client,
  most: PageLimit,
  page: { readonly offset: number; readonly limit: number },
  options: CallOptions,
): Promise<Result<Page<Site>>> {
  const subject = 'the list of sites';
  return most.ask(page.limit, async (limit) => {
    const reply = await client.ask({
      method: 'GET',
      address: `${PATHS.sites}?${listQuery(page.offset, limit, null)}`,
      purpose: { subject, kind: 'read' },
      redirects: 'same-origin',
      signal: options.signal,
    });
    if (!reply.ok) return reply;
    const parsed = parsePage(reply.value.json, { offset: page.offset, limit }, parseSite);
    return parsed === null ? client.odd(subject, reply.value.text) : ok(parsed);
  });
}

/** Which series of which site are asked for. Epoch ms; `to` is not part of the range. */
export interface SeriesQuery {
  readonly site: SiteId;
  readonly ids: readonly string[];
  readonly range: { readonly from: number; readonly to: number };
}

export async function querySeries(
  client: Client,
  parser: SeriesParser,
  { site, ids, range }: SeriesQuery,
  options: CallOptions,
): Promise<Result<readonly SeriesPoints[]>> {
  const subject = 'the timeseries of this site';
  const reply = await client.askBytes({
    method: 'POST',
    address: PATHS.series(site),
    purpose: { subject, kind: 'read' },
    redirects: 'never',
    headers: JSON_BODY,
    body: Buffer.from(seriesBody(ids, range.from, range.to)),
    signal: options.signal,
    largeIsFailure: true,
  });
  if (!reply.ok) return reply;
  const { bytes } = reply.value;
  const parsed = await parser.parse(bytes, ids, range);
  if (!parsed.ok) return parsed;
  if (parsed.value === 'paged') return fail(IN_PAGES);
  if (parsed.value !== 'unknown') return ok(parsed.value);
  if (isCutOff(bytes)) return client.failed(cutOff(subject));
  const { failure } = client.odd(subject, textOf(bytes.subarray(0, ODD_BYTES)));
  const shown = (failure.detail ?? '').replaceAll(/\s+/g, ' ').trim();
  const sample = shown.length > SAMPLE ? `${shown.slice(0, SAMPLE)}…` : shown;
  const shape = sample === '' ? 'It is empty.' : `It begins: “${sample}”.`;
  return fail({
    ...failure,
    message: `The service answers a query of timeseries in a shape that SiteSync does not know. ${shape}`,
    hint: 'Tell whoever maintains SiteSync.',
  });
}

/** The caller will ask for smaller parts, which fit on a page. */
const IN_PAGES: Failure = {
  code: 'too-large',
  message: 'The service gives timeseries in pages, and more follows than came.',
  hint: 'If this stays, ask whoever manages the service for longer pages.',
  retry: 'later',
};

/** Bytes of an odd answer that are searched for secrets; the next one: characters that a person is shown. */
const ODD_BYTES = 64 * 1024;
const SAMPLE = 100;
