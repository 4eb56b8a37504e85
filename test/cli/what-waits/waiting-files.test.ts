import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SITE } from '../../support/laptop.ts';
import { homeForEach } from '../home.ts';

const at = homeForEach();
const { run, sync, inStep } = at;
const folder = (): string => join(at.home, 'root', 'Harbour House');

it('status names the command that lists what waits both ways, and nothing else', async () => {
  at.service.store.addFile(SITE, { name: 'log.txt', category: 'other', content: 'log' });
  await inStep();
  await writeFile(join(folder(), 'Other', 'new.txt'), 'new');
  await rm(join(folder(), 'Other', 'log.txt'));
  await at.service.close();
  expect((await sync()).status).toBe(4);
  const way = `sitesync files ${SITE} --waiting`;
  expect((await run('status')).stdout).toContain(`\nWhich files of Harbour House wait: ${way}\n`);
  expect((await run('files', SITE, '--waiting')).stdout).toMatch(
    /^Deleted here .* Other\/log\.txt\nQueued .* Other\/new\.txt\n2 files on the service, 1 file waiting to be sent, 1 deleted here/,
  );
  const table = join(at.home, 'waiting.csv');
  expect((await run('files', SITE, '--waiting', '--csv', table)).stdout).toMatch(/^2 files on the service/);
  expect((await readFile(table, 'utf8')).match(/^Other\//gm)).toHaveLength(2);
});

it('lists what waits to be fetched', async () => {
  await run('follow', SITE, '--categories', 'none');
  at.service.store.addFile(SITE, { name: 'two.pdf', category: 'spec-sheet', content: 'two' });
  await inStep();
  expect((await run('files', SITE, '--waiting')).stdout).toMatch(/^2 files on the service/);
  await run('follow', SITE, '--categories', 'all');
  expect((await run('files', SITE, '--waiting')).stdout).toMatch(/^Online only .*\nOnline only .*two\.pdf\n/);
});
