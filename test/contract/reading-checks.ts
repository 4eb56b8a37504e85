import {
  linkToContent,
  parsePage,
  parseSite,
  parseSiteFile,
  PATHS,
  listQuery,
} from '../../main/adapters/rest/dialect.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import type { Page } from '../../main/sync/ports/service.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
import { finding, look, type Finding } from './finding.ts';
import type { Talk, Told } from './talk.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-00000000dead';

/** The checks that only read. `site` is the one to look at; null where none is listed. */
export async function readingChecks(
  talk: Talk,
): Promise<{ site: string | null; findings: readonly Finding[] }> {
  const findings: Finding[] = [...(await accessChecks(talk))];
  const sites = await talk.ask('GET', `${PATHS.sites}?limit=100&offset=0`);
  const page = parsePage(sites.json, { offset: 0, limit: 100 }, parseSite);
  const site = talk.target.site ?? page?.items[0]?.id ?? null;
  findings.push(
    finding(
      'sites',
      'GET sites/ answers with a page of sites',
      page === null
        ? `status ${sites.status}, not understood`
        : `${page.items.length} sites, ${page.odd.length} odd rows`,
      page !== null && page.odd.length === 0,
    ),
  );
  if (site === null) return { site, findings };
  findings.push(...(await listChecks(talk, site)));
  return { site, findings };
}

async function accessChecks(talk: Talk): Promise<readonly Finding[]> {
  const verify = (token: string): Promise<Told> =>
    talk.ask(
      'POST',
      PATHS.verify,
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) },
      true,
    );
  const good = await verify(talk.target.token);
  const bad = await verify('not-a-token');
  const none = await talk.ask('GET', PATHS.sites, {}, true);
  return [
    finding('verify', 'A good token verifies with 200', `status ${good.status}`, good.status === 200),
    finding(
      'verify-bad',
      'A bad token is answered with',
      `status ${bad.status}`,
      bad.status >= 400 && bad.status < 500,
    ),
    finding(
      'no-token',
      'Without a token a list is answered with',
      `status ${none.status}`,
      none.status === 401 || none.status === 403,
    ),
  ];
}

async function listChecks(talk: Talk, site: string): Promise<readonly Finding[]> {
  const list = (offset: number, limit: number): Promise<Told> =>
    talk.ask('GET', `${PATHS.files}?${listQuery(offset, limit, site)}`);
  const first = await list(0, 2);
  const page = filesOf(first, 0, 2, site);
  const unknown = await talk.ask('GET', PATHS.file(UNKNOWN_ID));
  return [
    finding(
      'files',
      'GET files/ answers with a page of records',
      page === null
        ? `status ${first.status}, not understood`
        : `${page.items.length} of ${page.count ?? '?'} records, ${page.odd.length} odd rows`,
      page !== null && page.odd.length === 0,
    ),
    await look('next', 'next names a page', async () => nextFinding(first, page)),
    await look('end', 'next at the end is', async () => endFinding(await list(1_000_000, 2))),
    await look('page-size', 'The largest page', async () =>
      sizeFinding(await list(0, 10_000), await talk.filesFrom(0, site), site),
    ),
    await look('filter', 'site_id filters a list', async () => filterFinding(await list(0, 200), site)),
    await look('order', 'Two pages fit together', async () =>
      orderFinding(filesOf(await list(0, 3), 0, 3, site), filesOf(await list(1, 3), 1, 3, site)),
    ),
    finding(
      'not-found',
      'An unknown record is answered with',
      `status ${unknown.status}`,
      unknown.status === 404 || unknown.status === 410,
    ),
    await look('errors', 'An error is written as', async () => errorFinding(unknown)),
    ...(await recordChecks(talk, page?.items[0] ?? null)),
  ];
}

function filesOf(told: Told, offset: number, limit: number, site: string): Page<SiteFile> | null {
  return parsePage(told.json, { offset, limit }, (row) => parseSiteFile(row, site as SiteId));
}

function nextFinding(told: Told, page: Page<SiteFile> | null): Finding {
  const question = 'next names a page';
  const next = isJsonObject(told.json) ? told.json['next'] : undefined;
  if (page === null || (page.count ?? 0) <= 2)
    return finding('next', question, 'too few records to see', null);
  const forms = { undefined: 'absent', object: 'null' } as const;
  const form =
    typeof next === 'string'
      ? next === ''
        ? 'empty'
        : /^https?:/.test(next)
          ? 'absolute'
          : 'relative'
      : (forms[typeof next as 'undefined' | 'object'] ?? typeof next);
  return finding('next', question, form, page.next !== null || page.count !== null);
}

function endFinding(told: Told): Finding {
  const next = isJsonObject(told.json) ? told.json['next'] : undefined;
  const reading =
    told.status !== 200
      ? `status ${told.status}`
      : next === undefined
        ? 'absent'
        : next === ''
          ? 'empty'
          : JSON.stringify(next);
  return finding(
    'end',
    'next at the end is',
    reading,
    told.status === 200 ? ['absent', 'empty', 'null'].includes(reading) : null,
  );
}

/** `huge` asked for more rows than any page has, `usual` for as many as SiteSync does. */
function sizeFinding(huge: Told, usual: Told, site: string): Finding {
  const question = 'The largest page';
  const refused = huge.status >= 400;
  const page = filesOf(refused ? usual : huge, 0, 10_000, site);
  if (page === null) return finding('page-size', question, 'not understood', false);
  const rows = page.items.length + page.odd.length;
  const holds =
    page.count !== null && rows >= page.count ? `holds all ${rows} records` : `holds ${rows} records`;
  const larger = refused ? `; a page of 10,000 rows is refused (status ${huge.status})` : '';
  return finding('page-size', question, `${holds}${larger}`);
}

function filterFinding(told: Told, site: string): Finding {
  const rows =
    isJsonObject(told.json) && Array.isArray(told.json['results'])
      ? (told.json['results'] as readonly unknown[])
      : [];
  const others = rows.filter((row) => isJsonObject(row) && row['site'] !== undefined && row['site'] !== site);
  return finding(
    'filter',
    'site_id filters a list',
    others.length === 0 ? 'yes' : 'no, records of other sites are listed too',
  );
}

function orderFinding(first: Page<SiteFile> | null, second: Page<SiteFile> | null): Finding {
  const question = 'Two pages fit together';
  if (first === null || second === null) return finding('order', question, 'not understood', false);
  if (first.items.length < 3) return finding('order', question, 'too few records to see', null);
  const fits = first.items[1]?.id === second.items[0]?.id && first.items[2]?.id === second.items[1]?.id;
  return finding(
    'order',
    question,
    fits ? 'yes' : 'no: the order changes, so no list is ever complete and nothing is deleted here',
    fits,
  );
}

function errorFinding(told: Told): Finding {
  const form = told.text === '' ? 'an empty body' : told.json === undefined ? 'a page or text' : 'JSON';
  return finding('errors', 'An error is written as', form);
}

async function recordChecks(talk: Talk, record: SiteFile | null): Promise<readonly Finding[]> {
  if (record === null) return [finding('record', 'GET of one record', 'no record to look at', null)];
  const one = await talk.ask('GET', PATHS.file(record.id));
  const parsed = parseSiteFile(one.json, record.site);
  const same = parsed.ok && parsed.value.fingerprint === record.fingerprint;
  return [
    finding(
      'record',
      'GET of one record shows what the list shows',
      same ? 'yes' : `no (status ${one.status})`,
      same,
    ),
    await look('download', 'A download comes', async () =>
      downloadFinding(await talk.ask('GET', PATHS.download(record.id))),
    ),
    await look('range', 'A download can be continued', async () => rangeFinding(talk, record)),
  ];
}

function downloadFinding(told: Told): Finding {
  const { headers, status } = told;
  const question = 'A download comes';
  if (status >= 300 && status < 400)
    return finding('download', question, `by a redirect to ${originOf(headers)}`);
  if (status !== 200) return finding('download', question, `status ${status}`, false);
  if (isJsonObject(told.json) && linkToContent(told.json) !== null)
    return finding('download', question, 'as a link in JSON');
  if (headers.get('content-encoding') !== null)
    return finding('download', question, `packed with ${headers.get('content-encoding')}`);
  return finding(
    'download',
    question,
    headers.get('content-length') === null ? 'without a length' : 'directly, with its length',
  );
}

function originOf(headers: Headers): string {
  const location = headers.get('location') ?? '';
  return URL.canParse(location) ? new URL(location).origin : 'the same origin';
}

async function rangeFinding(talk: Talk, record: SiteFile): Promise<Finding> {
  const question = 'A download can be continued';
  if ((record.size ?? 0) < 2) return finding('range', question, 'the record is too small to see', null);
  const part = await talk.ask('GET', PATHS.download(record.id), { headers: { range: 'bytes=1-' } });
  return finding(
    'range',
    question,
    part.status === 206 ? 'yes, by Range' : `no (status ${part.status}): it starts over`,
  );
}
