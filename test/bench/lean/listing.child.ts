import { Pool } from 'undici';
import { argumentsOf, say } from '../harness/child.ts';

/** Fetches and parses all pages of a listing, and does nothing with them. */
const { url } = argumentsOf() as { url: string };
const pool = new Pool(url, { connections: 1 });
const started = performance.now();
let rows = 0;
for (let offset = 0, count = 1; offset < count; offset += 500) {
  const { body } = await pool.request({ method: 'GET', path: `/api/v1/files/?limit=500&offset=${offset}` });
  const page = JSON.parse(await body.text()) as { count: number; results: unknown[] };
  count = page.count;
  rows += page.results.length;
}
const listMs = performance.now() - started;
await pool.close();
say({ listMs, rows });
