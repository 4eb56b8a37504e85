import { CATEGORIES } from '../../../../../shared/model/category.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const LABEL = `CASE r.category ${CATEGORIES.map(({ id, label }) => `WHEN ${quoted(id)} THEN ${quoted(label)}`).join(' ')} END`;
const LABELS = CATEGORIES.map(({ label }) => quoted(label.toLowerCase())).join(', ');
const FIRST = "substr(r.fact_path, 1, instr(r.fact_path, '/') - 1)";

/** `isSettled` of the engine in SQL. Parameters: the categories that are kept, as a list in JSON. */
export const SETTLED = `
  l.path = b.path AND l.size = b.size AND l.mtime_ns = b.mtime_ns AND l.ino = b.ino
  AND (l.hash IS NULL OR l.hash = b.hash)
  AND r.fingerprint = b.remote AND r.updated_at IS b.updated_at AND r.category = b.category AND r.name = b.name
  AND iif(r.fact_path IS NULL, b.implied_path = ${LABEL} || '/' || r.name,
    b.implied_path = r.fact_path
    AND (r.fact_path = r.name OR substr(r.fact_path, -1 - length(r.name)) = '/' || r.name)
    AND (${FIRST} = ${LABEL} OR lower(${FIRST}) NOT IN (${LABELS})))
  AND coalesce((SELECT p.keep FROM pin p WHERE p.site_key = b.site_key AND p.id = b.id),
    r.category IN (SELECT value FROM json_each(?)))
  AND NOT EXISTS (SELECT 1 FROM chosen_category c WHERE c.site_key = b.site_key AND c.path = b.path)`;

/** An agreement with its file and record, if they are there. */
export const AGREED = `FROM base b
  LEFT JOIN local l ON l.site_key = b.site_key AND l.path_key = b.path
  LEFT JOIN remote r ON r.site_key = b.site_key AND r.id = b.id`;
