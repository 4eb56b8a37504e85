import { expect, it } from 'vitest';
import { sendJson } from './raw-server.ts';
import { client, FILE, serve, SITE } from './raw-world.ts';
import { value } from './service-suite.ts';

type Row = Readonly<Record<string, unknown>>;

const RECORD = {
  id: FILE,
  site: SITE,
  name: 'plan.pdf',
  updated_at: '2026-11-21T09:42:00Z',
  uploaded_by: 'person-1',
  metadata: { floor: 3, sitesync: { opId: 'op-2' } },
};
const { metadata, ...BARE } = RECORD;
const OTHER: Row = { ...RECORD, id: 'other', name: 'other.pdf' };
const BARE_OTHER: Row = { ...BARE, id: 'other', name: 'other.pdf' };
const NESTED = { ...RECORD, site: { id: SITE, name: 'Mill' }, uploaded_by: { id: 'person-1', name: 'Ann' } };
const NESTED_OTHER = { ...NESTED, id: 'other' };
const NEWER = { updated_at: '2026-11-21T10:00:00Z' };

/**
 * A service whose list shows these rows, and whose records read so. Returns what each reading of the last one is like,
 * as it was listed or not, and how many requests all of that took.
 */
async function readings(list: (asked: number) => readonly Row[], records: readonly Row[]) {
  let listed = 0;
  const server = await serve((request, response) => {
    const path = request.url ?? '';
    if (path.includes('?')) sendJson(response, { count: 2, next: null, results: list(listed++) });
    else sendJson(response, records.find(({ id }) => path.includes(`/${String(id)}/`)) ?? {});
  });
  const rest = client(server.url);
  const rows = value(await rest.filesPage(SITE, 0, 100)).items;
  const { id, fingerprint } = rows.at(-1)!;
  const read = async (): Promise<boolean> =>
    value(await rest.readFile(id, { expect: fingerprint })).fingerprint === fingerprint;
  const each = [await read(), await read()];
  return { each, requests: server.seen.length - 1, rest, id, expect: fingerprint };
}

it('reads a record as it was listed if lists leave fields out, with all that the record holds', async () => {
  const { each, requests, rest, id, ...listed } = await readings(() => [BARE_OTHER, BARE], [OTHER, RECORD]);
  // The record, the list, its first record, the list; and once more the record.
  expect([each, requests]).toEqual([[true, true], 5]);
  const record = value(await rest.readFile(id, { expect: listed.expect }));
  expect(record).toMatchObject({ metadata, facts: { opId: 'op-2' } });
});

it('reads it so if lists give ids where a record names more', async () => {
  const { each } = await readings(() => [OTHER, RECORD], [NESTED_OTHER, NESTED]);
  expect(each).toEqual([true, true]);
});

it('still sees that a record changed since it was listed', async () => {
  const { each } = await readings(() => [BARE_OTHER, BARE], [OTHER, { ...RECORD, ...NEWER }]);
  expect(each).toEqual([false, false]);
  // A list that shows records as they are is asked once.
  const whole = await readings(() => [OTHER, RECORD], [OTHER, { ...RECORD, ...NEWER }]);
  expect([whole.each, whole.requests]).toEqual([[false, false], 4]);
});

it('takes no field for left out that is only left out where it is null', async () => {
  const without = { ...OTHER, metadata: null };
  const changed = { ...RECORD, metadata: { floor: 4 } };
  const { each } = await readings(() => [BARE_OTHER, BARE], [without, changed]);
  expect(each).toEqual([false, false]);
});

it('takes a record for changed if lists do not tell when it was', async () => {
  const untimed = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'updated_at'));
  const lists = (): readonly Row[] => [untimed(BARE_OTHER), untimed(BARE)];
  expect((await readings(lists, [OTHER, RECORD])).each).toEqual([false, false]);
  expect((await readings(lists, [untimed(OTHER), untimed(RECORD)])).each).toEqual([false, false]);
});

it('learns nothing from a record that changes meanwhile', async () => {
  const { each } = await readings((asked) => [{ ...BARE_OTHER, name: `${asked}` }, BARE], [OTHER, RECORD]);
  expect(each).toEqual([false, false]);
});
