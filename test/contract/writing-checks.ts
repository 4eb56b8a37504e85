import { parseSiteFile, parseWriteReply, PATHS } from '../../main/adapters/rest/dialect.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import type { FileId, SiteId } from '../../shared/model/ids.ts';
import type { SiteFile } from '../../shared/model/site-file.ts';
import { finding, look, type Finding } from './finding.ts';
import type { Talk, Told } from './talk.ts';

/** Every record of ours has this in its name, so that it can be found again whatever the service answers. */
const MARK = 'sitesync-contract-check';

/** Creates, changes and deletes records of its own in the site, and takes away what is left of them in the end. */
export async function writingChecks(talk: Talk, site: string): Promise<readonly Finding[]> {
  const checks = new Writing(talk, site as SiteId);
  try {
    return await checks.run();
  } finally {
    await checks.cleanUp();
  }
}

class Writing {
  readonly #talk: Talk;
  readonly #site: SiteId;
  readonly #run = `${MARK}-${crypto.randomUUID().slice(0, 8)}`;

  constructor(talk: Talk, site: SiteId) {
    this.#talk = talk;
    this.#site = site;
  }

  async run(): Promise<readonly Finding[]> {
    const name = `${this.#run}.csv`;
    const text = 'id;name\n1;pump';
    const metadata = JSON.stringify({
      'check-of': 'sitesync',
      sitesync: { path: `Other/${name}`, opId: 'check' },
    });
    const created = await this.#send('POST', PATHS.files, { name, metadata }, text);
    const reply = parseWriteReply(created.json ?? created.text, created.headers.get('location'), this.#site);
    const record = await this.#find(name);
    const made = createFinding(created, reply.id, reply.record, record);
    if (record === null) return [made];
    return [
      made,
      rewriteFinding(record, text),
      metadataFinding(await this.#raw(record.id)),
      await look('update', 'An update without the file is', () => this.#updateWithout(record)),
      await look('update-reply', 'An update answers with', () => this.#update(record)),
      await look('empty', 'A file of no bytes is', () => this.#empty()),
      await look('unknown-category', 'A category that the contract does not know is', () => this.#category()),
      await look('delete', 'A delete answers with', () => this.#delete(record)),
    ];
  }

  /** What is left under our name is deleted, whatever went wrong before. */
  async cleanUp(): Promise<void> {
    for (const record of await this.#ours()) await this.#talk.ask('DELETE', PATHS.file(record.id));
  }

  async #updateWithout(record: SiteFile): Promise<Finding> {
    const told = await this.#send('PUT', PATHS.file(record.id), { name: record.name }, null);
    const question = 'An update without the file is';
    if (told.status < 300) return finding('update', question, 'taken: a rename costs no upload');
    const needs = told.status === 400 && /file/i.test(told.text);
    return finding(
      'update',
      question,
      needs ? 'refused: every change sends the bytes' : `refused (status ${told.status})`,
      needs,
    );
  }

  async #update(record: SiteFile): Promise<Finding> {
    const told = await this.#send('PUT', PATHS.file(record.id), { name: record.name }, 'id;name\n2;fan');
    const reply = parseWriteReply(told.json ?? told.text, null, this.#site);
    const now = await this.#raw(record.id);
    const changed = parseSiteFile(now.json, this.#site);
    const seen = changed.ok && changed.value.fingerprint !== record.fingerprint;
    const shown = reply.record === null ? 'without the record' : 'with the record';
    const reading = `status ${told.status}, ${shown}${seen ? '' : '; its record does not show the change'}`;
    return finding('update-reply', 'An update answers with', reading, told.status < 300 && seen);
  }

  async #empty(): Promise<Finding> {
    const told = await this.#send('POST', PATHS.files, { name: `${this.#run}-empty.txt` }, '');
    const question = 'A file of no bytes is';
    return finding('empty', question, told.status < 300 ? 'taken' : `refused (status ${told.status})`);
  }

  async #category(): Promise<Finding> {
    const name = `${this.#run}-category.txt`;
    const told = await this.#send('POST', PATHS.files, { name, category: 'no-such-category' }, 'x');
    const question = 'A category that the contract does not know is';
    return finding(
      'unknown-category',
      question,
      told.status < 300 ? 'taken' : `refused (status ${told.status})`,
    );
  }

  async #delete(record: SiteFile): Promise<Finding> {
    const told = await this.#talk.ask('DELETE', PATHS.file(record.id));
    const again = await this.#talk.ask('DELETE', PATHS.file(record.id));
    const gone = await this.#raw(record.id);
    const proved = gone.status === 404 || gone.status === 410;
    const reading = `status ${told.status}, again ${again.status}, then GET ${gone.status}`;
    return finding('delete', 'A delete answers with', reading, told.status < 300 && proved);
  }

  #raw(id: FileId): Promise<Told> {
    return this.#talk.ask('GET', PATHS.file(id));
  }

  #send(
    method: 'POST' | 'PUT',
    path: string,
    fields: Readonly<Record<string, string>>,
    text: string | null,
  ): Promise<Told> {
    const body = new FormData();
    for (const [name, value] of Object.entries({ site: this.#site, category: 'other', ...fields }))
      body.append(name, value);
    if (text !== null) body.append('file', new Blob([text], { type: 'text/csv' }), fields['name'] ?? 'file');
    return this.#talk.ask(method, path, { body });
  }

  async #find(name: string): Promise<SiteFile | null> {
    return (await this.#ours()).find((record) => record.name === name) ?? null;
  }

  /** Our records among all of the site. */
  async #ours(): Promise<readonly SiteFile[]> {
    const found: SiteFile[] = [];
    for (let offset = 0; offset < 1_000_000;) {
      const told = await this.#talk.filesFrom(offset, this.#site);
      const rows =
        isJsonObject(told.json) && Array.isArray(told.json['results'])
          ? (told.json['results'] as readonly unknown[])
          : [];
      for (const row of rows) {
        const parsed = parseSiteFile(row, this.#site);
        if (parsed.ok && parsed.value.site === this.#site && parsed.value.name.startsWith(this.#run))
          found.push(parsed.value);
      }
      if (rows.length === 0) break;
      offset += rows.length;
    }
    return found;
  }
}

function createFinding(
  told: Told,
  id: FileId | null,
  record: SiteFile | null,
  listed: SiteFile | null,
): Finding {
  const shown = record !== null ? 'the record' : id !== null ? 'the id alone' : 'nothing';
  const isOther = record !== null && listed !== null && record.fingerprint !== listed.fingerprint;
  const other = isOther ? ', in other texts than it is listed: each is read once more' : '';
  const reading = `status ${told.status}, ${shown}${other}${listed === null ? '; the record is not listed afterwards' : ''}`;
  return finding('create', 'A create answers with', reading, told.status < 300 && listed !== null);
}

function rewriteFinding(record: SiteFile, text: string): Finding {
  const same = record.size === null ? null : record.size === text.length;
  const reading = same === null ? 'cannot be seen: no size' : same ? 'kept as it is' : 'rewritten';
  return finding('content', 'What is uploaded is', reading, same === null ? null : true);
}

function metadataFinding(told: Told): Finding {
  const metadata = isJsonObject(told.json) ? told.json['metadata'] : undefined;
  const kept = JSON.stringify(metadata ?? null).includes('check-of');
  const reading = kept ? (typeof metadata === 'string' ? 'kept, and shown as text' : 'kept') : 'dropped';
  return finding('metadata', 'metadata is', reading);
}
