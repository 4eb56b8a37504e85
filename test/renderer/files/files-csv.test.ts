import { describe, expect, it } from 'vitest';
import { allHashes, allRows, filesCsv } from '../../../renderer/features/files/files-csv.ts';
import type { FileRow } from '../../../shared/ipc/files.ts';

const row = (path: string, more: Partial<FileRow> = {}): FileRow => ({
  key: `local:${path}`,
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  category: 'other',
  size: 3,
  status: 'up-to-date',
  reason: null,
  share: null,
  here: true,
  pinned: null,
  changedAt: 0,
  by: 'Anna',
  ...more,
});

describe('the list of files for a spreadsheet', () => {
  it('tells of each file what it is and whether the service has it', () => {
    const queued = { status: 'queued', reason: 'New here', size: null, changedAt: null, by: null } as const;
    const rows = [row('Other/a, b.pdf'), row('Other/new.txt', queued), row('=1+1.txt')];
    const known = { [rows[0]!.key]: { here: 'ab12', record: 'cd34' } };
    expect(filesCsv(rows, known).split('\r\n')).toEqual([
      'Path,Name,Category,Bytes,Status,Changed,Uploaded by,SHA-256 of the file on this computer,SHA-256 that the record on the service names',
      '"Other/a, b.pdf","a, b.pdf",Other,3,Up to date,1970-01-01T00:00:00.000Z,Anna,ab12,cd34',
      'Other/new.txt,new.txt,Other,,Queued · New here,,,,',
      "'=1+1.txt,'=1+1.txt,Other,3,Up to date,1970-01-01T00:00:00.000Z,Anna,,",
      '',
    ]);
  });

  it('asks for the hashes of as many files at a time as a question may name', async () => {
    const rows = Array.from({ length: 1200 }, (_, n) => row(`Other/${n}.txt`));
    const asked: number[] = [];
    const hashes = await allHashes(rows, async (keys) => {
      asked.push(keys.length);
      return Object.fromEntries(keys.map((key) => [key, { here: key, record: null }]));
    });
    expect([asked, Object.keys(hashes).length]).toEqual([[500, 500, 200], 1200]);
  });

  it('holds every file once, also where one comes while its pages do', async () => {
    const all = Array.from({ length: 1200 }, (_, n) => row(`Other/${String(n).padStart(4, '0')}.txt`));
    let asked = 0;
    const rows = await allRows(async (offset, limit) => {
      asked += 1;
      if (asked === 2) all.unshift(row('Other/0.txt'));
      return { rows: all.slice(offset, offset + limit), total: all.length };
    });
    expect(rows.map(({ path }) => path)).toEqual(all.map(({ path }) => path));
    // The pages of the first look, and of a second one that nothing came in between.
    expect(asked).toBe(6);
  });

  it('takes a list that never rests as it is', async () => {
    let total = 600;
    const rows = await allRows(async (offset) => ({ rows: [row(`${offset}`)], total: (total += 1) }));
    expect(rows).toHaveLength(2);
  });
});
