import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import type { Page } from './file-table.ts';
import type { ServiceClock } from './service-clock.ts';

/** A site as it is stored; `photo` is a file name below /media/photos/, or empty. */
export interface SiteRow {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly photo: string;
  readonly created_at: string;
  readonly address: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly city: string;
  readonly country: string;
  readonly country_code: string;
  readonly timezone: string;
  readonly triplestore_graph_uri: string;
}

interface Visible {
  /** JSON list of ids; null for every site. */
  readonly ids: string | null;
}

const DEFAULT_ORGANIZATION = '5b0c8f3e-8f4e-4a53-9c53-0d5a8a1f2c10';

/** The sites, in the order of their creation. */
export class SiteTable {
  readonly #clock: ServiceClock;
  readonly #get;
  readonly #insert;
  readonly #rename;
  readonly #delete;
  readonly #page;
  readonly #count;

  constructor(db: Db, clock: ServiceClock) {
    this.#clock = clock;
    this.#get = db.prepare<[string], SiteRow>('select * from site where id = ?');
    this.#insert = db.prepare<[SiteRow]>(
      `insert into site values (@id, @organization, @name, @photo, @created_at, @address, @latitude, @longitude,
       @city, @country, @country_code, @timezone, @triplestore_graph_uri)`,
    );
    this.#rename = db.prepare<[string, string]>('update site set name = ? where id = ?');
    this.#delete = db.prepare<[string]>('delete from site where id = ?');
    const visible = '(@ids is null or id in (select value from json_each(@ids)))';
    this.#page = db.prepare<[Visible & Page], SiteRow>(
      `select * from site where ${visible} order by created_at, id limit @limit offset @offset`,
    );
    this.#count = db.prepare<[Visible], { n: number }>(`select count(*) as n from site where ${visible}`);
  }

  get(id: string): SiteRow | null {
    return this.#get.get(id) ?? null;
  }

  /** Fields that are left out get plausible values. */
  add(site: Partial<SiteRow>): SiteRow {
    const id = site.id ?? randomUUID();
    const row: SiteRow = {
      id,
      organization: DEFAULT_ORGANIZATION,
      name: `Site ${id.slice(0, 8)}`,
      photo: '',
      created_at: this.#clock.next(),
      address: '1 Main Street',
      latitude: '52.520008',
      longitude: '13.404954',
      city: 'Berlin',
      country: 'Germany',
      country_code: 'DE',
      timezone: 'Europe/Berlin',
      triplestore_graph_uri: `urn:site-data:graph:${id}`,
      ...site,
    };
    this.#insert.run(row);
    return row;
  }

  rename(id: string, name: string): void {
    this.#rename.run(name, id);
  }

  remove(id: string): boolean {
    return this.#delete.run(id).changes > 0;
  }

  count(visible: readonly string[] | null): number {
    return this.#count.get({ ids: asList(visible) })?.n ?? 0;
  }

  page(visible: readonly string[] | null, page: Page): readonly SiteRow[] {
    return this.#page.all({ ids: asList(visible), ...page });
  }
}

function asList(ids: readonly string[] | null): string | null {
  return ids === null ? null : JSON.stringify(ids);
}
