import type { Site } from '../../../../../shared/model/site.ts';
import type { Mirror } from '../../../../sync/ports/mirror.ts';
import type { Connection, Row } from '../../connection.ts';
import { siteId, text, textOrNull } from '../../row.ts';

const COLUMNS =
  'id, name, organization, photo_url, created_at, address, latitude, longitude, city, country, country_code, timezone, graph_uri';

/** The catalogue of sites, as the service last listed it. */
export function siteReads(db: Connection): Pick<Mirror, 'sites' | 'site'> {
  const all = db.query(`SELECT ${COLUMNS} FROM site ORDER BY name COLLATE NOCASE, id`, parseSite);
  const one = db.query(`SELECT ${COLUMNS} FROM site WHERE id = ?`, parseSite);
  return { sites: () => all.all(), site: (id) => one.get(id) };
}

export function siteWrites(db: Connection): Pick<Mirror, 'saveSites'> {
  const ids = db.query('SELECT id FROM site', ([id]) => text(id));
  const remove = db.command('DELETE FROM site WHERE id = ?');
  const upsert = db.command(`
    INSERT INTO site (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      (name, organization, photo_url, created_at, address, latitude, longitude, city, country, country_code,
        timezone, graph_uri) =
      (excluded.name, excluded.organization, excluded.photo_url, excluded.created_at, excluded.address,
        excluded.latitude, excluded.longitude, excluded.city, excluded.country, excluded.country_code,
        excluded.timezone, excluded.graph_uri)
    WHERE (name, organization, photo_url, created_at, address, latitude, longitude, city, country, country_code,
        timezone, graph_uri) IS NOT
      (excluded.name, excluded.organization, excluded.photo_url, excluded.created_at, excluded.address,
        excluded.latitude, excluded.longitude, excluded.city, excluded.country, excluded.country_code,
        excluded.timezone, excluded.graph_uri)`);
  return {
    saveSites(sites, complete) {
      db.transaction(() => {
        for (const site of sites) upsert.run(...siteColumns(site));
        if (!complete) return;
        const listed = new Set<string>(sites.map((site) => site.id));
        for (const id of ids.all()) if (!listed.has(id)) remove.run(id);
      });
    },
  };
}

function siteColumns(site: Site): (string | null)[] {
  return [
    site.id,
    site.name,
    site.organization,
    site.photoUrl,
    site.createdAt,
    site.address,
    site.latitude,
    site.longitude,
    site.city,
    site.country,
    site.countryCode,
    site.timezone,
    site.graphUri,
  ];
}

function parseSite(row: Row): Site {
  return {
    id: siteId(row[0]),
    name: text(row[1]),
    organization: textOrNull(row[2]),
    photoUrl: textOrNull(row[3]),
    createdAt: textOrNull(row[4]),
    address: textOrNull(row[5]),
    latitude: textOrNull(row[6]),
    longitude: textOrNull(row[7]),
    city: textOrNull(row[8]),
    country: textOrNull(row[9]),
    countryCode: textOrNull(row[10]),
    timezone: textOrNull(row[11]),
    graphUri: textOrNull(row[12]),
  };
}
