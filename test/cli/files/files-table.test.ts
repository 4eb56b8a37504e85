import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type RunningService } from '../../service/service.ts';
import { SEED_USER } from '../../service/store/store.ts';
import { runCli, type Ran } from '../../support/command-line.ts';
import { laptopIn, SITE, TOKEN } from '../../support/laptop.ts';

let home: string;
let service: RunningService;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'sitesync-files-table-'));
  service = await startService({ dataDir: join(home, 'service') });
  service.store.addSite({ id: SITE, name: 'Harbour House' });
  service.store.addFile(SITE, { name: 'Lüftung, EG.pdf', category: 'spec-sheet', content: 'pump' });
  const laptop = laptopIn(home, service.url);
  expect((await laptop.sync()).state).toBe('in-sync');
  await writeFile(join(laptop.folder, 'Other', '=1+1.txt'), 'mine');
  expect((await laptop.sync()).state).toBe('in-sync');
});

afterAll(async () => {
  await service.close();
  await rm(home, { recursive: true, force: true });
});

function run(...args: readonly string[]): Promise<Ran> {
  const env = { HOME: home, SITESYNC_BASE_URL: service.url, SITESYNC_TOKEN: TOKEN };
  return runCli(['files', SITE, ...args, '--data', join(home, 'data')], { env });
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

it('writes a table that proves each file, which a spreadsheet opens as it is meant', async () => {
  const table = join(home, 'handover.csv');
  const { status, stdout } = await run('--csv', table);
  expect([status, stdout]).toEqual([0, expect.stringContaining(`Written to ${table}`)]);
  const [head, formula, pdf, end] = (await readFile(table, 'utf8')).split('\r\n');
  expect(head).toBe(
    '\uFEFFPath,Name,Category,Bytes,Status,Changed,Uploaded by,SHA-256 of the file on this computer,SHA-256 that the record on the service names',
  );
  const mine = hashOf('mine');
  expect(formula).toMatch(
    new RegExp(`^Other/=1\\+1\\.txt,'=1\\+1\\.txt,Other,4,Up to date,${TIME},${SEED_USER},${mine},${mine}$`),
  );
  expect(pdf).toMatch(
    new RegExp(
      `^"Spec Sheet/Lüftung, EG\\.pdf","Lüftung, EG\\.pdf",Spec Sheet,4,Up to date,${TIME},[^,]*,${hashOf('pump')},$`,
    ),
  );
  expect(end).toBe('');
});

it('writes the table alone to standard output, and tells a script both hashes', async () => {
  const piped = await run('--csv', '-');
  expect(piped.stdout).toMatch(/^Path,Name,/);
  expect(piped.stdout.trimEnd().split('\r\n')).toHaveLength(3);
  const { files } = JSON.parse((await run('--json')).stdout) as { files: readonly object[] };
  expect(files).toMatchObject([
    { name: '=1+1.txt', sha256: { here: hashOf('mine'), record: hashOf('mine') } },
    { name: 'Lüftung, EG.pdf', sha256: { here: hashOf('pump'), record: null } },
  ]);
});
