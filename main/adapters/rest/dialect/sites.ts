import { parseSiteId } from '../../../../shared/model/ids.ts';
import { isJsonObject, type Json } from '../../../../shared/model/json.ts';
import type { Site } from '../../../../shared/model/site.ts';
import { inSnakeCase } from './field-names.ts';
import { asText, nonEmpty, oddRow, type Parsed } from './records.ts';
import { canBeAddressed } from './requests.ts';

/** Reads one site. Only `id` is required; a site without a name is called by its id. */
export function parseSite(given: unknown): Parsed<Site> {
  if (!isJsonObject(given)) return oddRow(null, null, 'The row is not a site.');
  const row = inSnakeCase(given);
  const name = nonEmpty(row['name']);
  const id = parseSiteId(asText(row['id']));
  if (id === null || !canBeAddressed(id)) return oddRow(null, name, 'The site has no usable id.');
  return {
    ok: true,
    value: {
      id,
      name: name ?? id,
      organization: nonEmpty(row['organization']),
      photoUrl: nonEmpty(row['photo_url']),
      createdAt: nonEmpty(row['created_at']),
      address: nonEmpty(row['address']),
      latitude: coordinate(row['latitude']),
      longitude: coordinate(row['longitude']),
      city: nonEmpty(row['city']),
      country: nonEmpty(row['country']),
      countryCode: nonEmpty(row['country_code']),
      timezone: nonEmpty(row['timezone']),
      graphUri: nonEmpty(row['triplestore_graph_uri']),
    },
  };
}

/** Text by contract; a number means the same place. */
function coordinate(value: Json | undefined): string | null {
  return typeof value === 'number' ? String(value) : nonEmpty(value);
}
