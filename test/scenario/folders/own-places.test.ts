import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runAsPerson, syncAsPerson, whyNoPermissions } from '../../support/faults/bad-disk.ts';
import { filesIn, put, SITE, siteOf, startWorld, type Laptop, type World } from '../../support/laptop.ts';

const noPermissions = whyNoPermissions();

/** After one `sudo sitesync sync` they belong to root. */
describe.skipIf(noPermissions !== null)(
  `folders of our own, and those above a site, that nobody may write in${noPermissions === null ? '' : ` (skipped: ${noPermissions})`}`,
  () => {
    let world: World;
    let anna: Laptop;
    let tmp: string;
    let trash: string;

    beforeEach(async () => {
      world = await startWorld();
      anna = world.laptop('anna');
      await put(anna, 'Other/here.txt', 'here');
      await anna.sync();
      [tmp, trash] = [join(anna.folder, '.sitesync/tmp'), join(anna.folder, '.sitesync/trash')];
      for (const each of [tmp, trash]) await mkdir(each, { recursive: true });
    });

    afterEach(async () => {
      for (const each of [dirname(anna.folder), tmp, trash]) await chmod(each, 0o755);
      await world.close();
    });

    const add = (name: string): unknown =>
      world.service.store.addFile(SITE, { name, category: 'other', content: name });

    function edit(name: string): void {
      const record = world.service.store.files(SITE).find((file) => file.name === name);
      world.service.store.editFile(record!.id, { content: 'edited there' });
    }

    async function folderSaidByDoctor(): Promise<string | undefined> {
      const { stdout } = await runAsPerson(world, anna, 'doctor', '--json');
      const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
      return checks.find(({ name, ok }) => name === `folder of ${SITE}` && !ok)?.detail;
    }

    it('names the one for what is on its way, and fetches nothing more in vain', async () => {
      for (let n = 0; n < 40; n++) add(`${n}.txt`);
      await put(anna, 'Other/mine.txt', 'mine');
      expect(await folderSaidByDoctor()).toBeUndefined();
      await chmod(tmp, 0o555);
      const { status, report } = await syncAsPerson(world, anna);
      expect(status).toBe(1);
      const { problems, created } = siteOf(report);
      expect([problems.length, created]).toEqual([40, 1]);
      for (const { path, code, message, hint } of problems) {
        expect(code).toBe('read-only');
        expect(message).toBe(
          `${path} waits: SiteSync may not write in ${tmp}, where it keeps what is on its way.`,
        );
        expect(hint).toContain(`the right to write in ${tmp}`);
      }
      expect(world.service.requests.downloads().length).toBeLessThan(40);
      expect(await folderSaidByDoctor()).toContain(`may not write in ${tmp}`);
      await chmod(tmp, 0o755);
      expect((await syncAsPerson(world, anna)).status).toBe(0);
    });

    it('names the one that holds them all', async () => {
      const hidden = dirname(tmp);
      await chmod(hidden, 0o555);
      const said = await folderSaidByDoctor();
      await chmod(hidden, 0o755);
      expect(said).toContain(`may not write in ${hidden}, where it keeps files of its own.`);
      expect(said).toContain(`the right to write in ${hidden} `);
    });

    it('goes on without what nobody may go on with', async () => {
      const big = 'x'.repeat(4_500_000);
      world.service.store.addFile(SITE, { name: 'big.bin', category: 'other', content: big });
      const { id } = world.service.store.files(SITE).find((file) => file.name === 'big.bin')!;
      const match = { method: 'GET', pathPrefix: `/api/v1/files/${id}/download` };
      world.service.failNext({ match, action: { truncateDownload: 4_300_000 } });
      world.service.failNext({ match, times: 99, action: 'drop-before' });
      await anna.sync();
      const parts = (await readdir(tmp)).filter((name) => name.endsWith('.part'));
      expect(parts).toHaveLength(1);
      await chmod(join(tmp, parts[0]!), 0o444);
      world.service.reset();
      for (let n = 0; n < 5; n++)
        world.service.store.addFile(SITE, { name: `${n}.bin`, category: 'other', content: `${n}${big}` });
      const { report } = await syncAsPerson(world, anna);
      expect(siteOf(report)).toMatchObject({ downloaded: 6, problems: [] });
    });

    it('names it too where nobody may look into it, before anything is done', async () => {
      await chmod(tmp, 0o000);
      const { problems } = siteOf((await syncAsPerson(world, anna)).report);
      expect(problems).toMatchObject([
        { path: '', message: expect.stringContaining(`may not write in ${tmp}`) as string },
      ]);
      expect(await folderSaidByDoctor()).toContain(`may not write in ${tmp}`);
    });

    it('names the one for what is replaced, and fetches what replaces nothing', async () => {
      edit('here.txt');
      add('new.txt');
      await chmod(trash, 0o555);
      const { problems, downloaded } = siteOf((await syncAsPerson(world, anna)).report);
      expect(problems).toMatchObject([
        {
          path: 'Other/here.txt',
          code: 'read-only',
          message: `Other/here.txt waits: SiteSync may not write in ${trash}, where it keeps what it replaces or removes.`,
        },
      ]);
      expect(downloaded).toBe(1);
      expect(await filesIn(anna.folder)).toMatchObject({ 'Other/here.txt': 'here' });
      expect(await folderSaidByDoctor()).toContain(`may not write in ${trash}`);
    });

    it('says of a trash that cannot be read that it cannot', async () => {
      await mkdir(join(trash, '2026'), { recursive: true });
      await writeFile(join(trash, '2026', 'a.txt'), 'kept');
      await chmod(trash, 0o000);
      expect(await runAsPerson(world, anna, 'trash')).toMatchObject({
        status: 1,
        stdout: expect.not.stringContaining('empty') as string,
        stderr: expect.stringContaining(
          `Harbour House: ${trash} could not be read: permission is missing.`,
        ) as string,
      });
    });

    it.each([
      ['mirror.sqlite', 0o444],
      ['mirror.sqlite', 0o000],
      ['lock', 0o444],
      ['lock', 0o000],
    ])(
      'says of a file of the data folder that nobody may use which one that is: %s, %o',
      async (name, mode) => {
        const file = join(anna.data, name);
        await chmod(file, mode);
        for (const command of ['status', 'sync']) {
          const { status, stderr } = await runAsPerson(world, anna, command);
          expect(status).toBe(1);
          expect(stderr).toContain(
            `SiteSync may not read and write its own file ${file}: permission is missing.\nGive your user the right`,
          );
          expect(stderr).not.toContain('Check the disk');
        }
        await chmod(file, 0o600);
        expect((await runAsPerson(world, anna, 'status')).status).toBe(0);
      },
    );

    it('says of a folder above that lets nobody in which one that is, and leads to nothing else', async () => {
      const above = dirname(anna.folder);
      await chmod(above, 0o000);
      const words = `The folder ${anna.folder} cannot be opened: permission is missing for ${above}.`;
      const { problems } = siteOf((await syncAsPerson(world, anna)).report);
      expect(problems).toMatchObject([
        { path: '', code: 'folder-missing', message: words, hint: expect.stringContaining(above) as string },
      ]);
      // What our own code goes by is not told.
      expect(Object.keys(problems[0]!)).toEqual(['path', 'code', 'message', 'hint']);
      for (const command of ['sync', 'status', 'problems', 'doctor']) {
        const { stdout, stderr } = await runAsPerson(world, anna, command);
        expect(stdout + stderr).toContain(words);
        expect(stdout + stderr).not.toMatch(/drive|stop keeping|EACCES|sitesync follow/);
      }
      await chmod(above, 0o755);
      expect((await syncAsPerson(world, anna)).status).toBe(0);
    });

    it.each([0o000, 0o600])(
      'says of a site’s folder that lets nobody in that it does not: %o',
      async (mode) => {
        await chmod(anna.folder, mode);
        const words = `The folder ${anna.folder} cannot be opened: permission is missing.`;
        const { problems } = siteOf((await syncAsPerson(world, anna)).report);
        expect(problems).toMatchObject([{ path: '', code: 'folder-missing', message: words }]);
        for (const command of ['sync', 'status', 'problems', 'doctor']) {
          const { stdout, stderr } = await runAsPerson(world, anna, command);
          expect(stdout + stderr).toContain(words);
          expect(stdout + stderr).not.toMatch(/site\.json|drive|stop keeping|EACCES|sitesync follow/);
        }
        await chmod(anna.folder, 0o755);
        expect((await syncAsPerson(world, anna)).status).toBe(0);
      },
    );
  },
);
