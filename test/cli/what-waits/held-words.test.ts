import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SITE } from '../../support/laptop.ts';
import { homeForEach } from '../home.ts';

const at = homeForEach();
const { run, sync, inStep } = at;

describe('what commands say of held deletes', () => {
  it('says how to say yes, and what to do where they were not meant', async () => {
    for (let n = 0; n < 12; n++)
      at.service.store.addFile(SITE, { name: `${n}.txt`, category: 'other', content: `text ${n}` });
    await inStep();
    rmSync(join(at.home, 'root', 'Harbour House', 'Other'), { recursive: true });
    expect((await sync()).status).toBe(1);
    const { stdout } = await run('problems');
    expect(stdout).toMatch(
      /^Harbour House\n {2}12 files of 13 .*\n(?: {4}Other\/\d+\.txt\n){10} {4}… and 2 more\n {2}Say yes with: sitesync sync --site site-1 --confirm-deletes\n {2}If it was not meant, this brings the files back: sitesync sync --site site-1 --undo-deletes\n/,
    );
    const { held } = JSON.parse((await run('problems', '--json')).stdout) as {
      held: readonly { files: readonly { path: string; direction: string }[] }[];
    };
    expect(held[0]?.files).toHaveLength(12);
    expect(held[0]?.files[0]).toEqual({ path: 'Other/0.txt', direction: 'remote' });
    const files = await run('files', SITE);
    expect(files.stdout).toContain('Held  ');
    expect(files.stdout).toContain('0 files waiting to be sent, 12 deletes held');
    // A sync would leave it out, yes or no.
    await run('pause');
    expect((await run('status')).stdout).toMatch(
      /\nTake Harbour House up again first: sitesync resume site-1\nDeletes are held until you say yes: .*\nAdd to the commands above: --data .*\n$/,
    );
    expect((await run('problems')).stdout).toContain('Take it up again first: sitesync resume site-1');
  });

  it('says of those that others made what to do where they were not meant: the files are here still', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => {
      const file = { name: `${n}.txt`, category: 'other', content: `text ${n}` } as const;
      return at.service.store.addFile(SITE, file).id;
    });
    await inStep();
    for (const id of ids) at.service.store.deleteFile(id);
    expect((await sync()).status).toBe(1);
    expect((await run('problems')).stdout).toContain('this sends the files again, which are still here: ');
  });

  it('says of those on both sides how many and which are where, and what becomes of each kind', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => {
      const file = { name: `${n}.txt`, category: 'other', content: `text ${n}` } as const;
      return at.service.store.addFile(SITE, file).id;
    });
    await inStep();
    const why = '7 files of 13 would be deleted at once: 4 on this computer and 3 on the service';
    for (const id of ids.slice(0, 4)) at.service.store.deleteFile(id);
    for (const n of [9, 10, 11]) rmSync(join(at.home, 'root', 'Harbour House', 'Other', `${n}.txt`));
    const held = await sync('--json');
    expect(JSON.parse(held.stdout)).toMatchObject({
      sites: [{ held: { direction: 'local', count: 7, here: 4, of: 13, why: `${why}.` } }],
    });
    expect((await sync()).stdout).toContain(`Held: 7 deletes. ${why}.\n`);
    const { stdout } = await run('problems');
    expect(stdout).toContain('Other/0.txt  (here)\n');
    expect(stdout).toContain('Other/9.txt  (on the service)\n');
    // Those that others deleted lie here still.
    const { stdout: listed } = await run('files', SITE);
    expect(listed.match(/^Held .*$/gm)).toHaveLength(7);
    expect(listed).toContain('\n9 files on the service, 0 files waiting to be sent, 7 deletes held');
    expect(stdout).toContain(
      'this sends those again that are still here, and brings back those that vanished here: ',
    );
    // What is taken back lies on both sides after the same sync.
    const undone = await sync('--undo-deletes');
    expect([undone.status, undone.stdout]).toEqual([
      0,
      expect.stringMatching(/^Harbour House: 7 deletes taken back\.\n[^]*\nEverything is in step\.\n$/),
    ]);
    const names = Array.from({ length: 12 }, (_, n) => `${n}.txt`).sort();
    expect(readdirSync(join(at.home, 'root', 'Harbour House', 'Other')).sort()).toEqual(names);
    const { stdout: after } = await run('files', SITE);
    expect(after.match(/^Up to date .* Other\//gm)).toHaveLength(12);
    expect((await sync('--undo-deletes')).stdout).toMatch(/^No delete was held that could be taken back\.\n/);
  });
});
