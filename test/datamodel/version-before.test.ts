import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCsvReader } from '../../main/adapters/csv/csv-reader.ts';
import { changedDatamodels, type ChangesParts } from '../../main/datamodel/changes.ts';
import type { SiteDataService } from '../../main/sync/ports/service.ts';
import { ok } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';

const AGREED = 'label,timeseries_id\nSupply air,sat\n';
const HERE = `${AGREED}Return air,rat\n`;

/** What a datamodel that was changed here changes, where its record holds `there` by now. */
async function changesWith(there: string): Promise<unknown> {
  const csv = createCsvReader();
  const report = await csv.read({ source: { bytes: Buffer.from(HERE) }, mappings: new Map() });
  if (!report.ok) throw new Error(report.failure.message);
  const file = { id: 'file-1', path: 'points.csv', here: null, agreed: hash('sha256', AGREED) };
  const parts = {
    csv,
    store: { agreedPoints: () => null, mappings: () => new Map() },
    views: { list: () => [] },
    datamodelCache: { read: async () => [{ file, report: report.value }] },
  } as unknown as ChangesParts;
  const download = {
    stream: (async function* bytes() {
      yield Buffer.from(there);
    })(),
    cancel: () => undefined,
  };
  const service = { downloadFile: async () => ok(download) } as unknown as SiteDataService;
  const { signal } = new AbortController();
  try {
    const [changed] = await changedDatamodels(parts, 'site-1' as SiteId, service, signal);
    return changed?.changes?.added ?? null;
  } finally {
    await csv.close();
  }
}

describe('a changed datamodel of which the version before is not kept here', () => {
  it('is compared with the record while that still is that version', async () => {
    expect(await changesWith(AGREED)).toEqual([{ id: 'rat', label: 'Return air', equipment: null }]);
  });

  it('is not compared with what somebody else sent since', async () => {
    expect(await changesWith('label,timeseries_id\nOutdoor air,oat\n')).toBeNull();
  });
});
