import { describe, expect, it } from 'vitest';
import type { ScanScope } from '../../../../main/sync/ports/disk.ts';
import type { Bench } from './bench.ts';

export function scanSuite(bench: Bench): void {
  describe('scanning', () => {
    it('reports every regular file with the fingerprint that stat gives', async () => {
      await bench.hands.write('Other/a.txt', 'a');
      await bench.hands.write('Site visit/2026/photos/b.jpg', 'bb');
      await bench.hands.write('top.txt', '');
      const { paths, report, files } = await bench.scan();
      expect(paths).toEqual(['Other/a.txt', 'Site visit/2026/photos/b.jpg', 'top.txt']);
      expect(report).toEqual({
        files: 3,
        unreadable: [],
        skipped: [],
        folders: [],
        ignoreText: '',
        drives: [],
        ignoresCase: expect.any(Boolean),
        shifted: false,
      });
      for (const file of files) expect({ ...file, hash: null }).toEqual(await bench.seen(file.path));
      expect(files.find((file) => file.path === 'top.txt')?.size).toBe(0);
    });

    it('tells whether names that differ only in case are one, and writes nothing to find out', async () => {
      const before = await bench.files();
      const told = (await bench.scan()).report.ignoresCase;
      expect(await bench.files()).toEqual(before);
      for (const name of ['visit.txt', 'VISIT.txt']) await bench.hands.write(`Other/${name}`, name);
      const { paths, report } = await bench.scan();
      expect([told, report.ignoresCase]).toEqual(Array.from({ length: 2 }, () => paths.length === 1));
    });

    describe('of names that are composed and decomposed', () => {
      const forms = (text: string): readonly [composed: string, decomposed: string] => [
        text.normalize('NFC'),
        text.normalize('NFD'),
      ];

      /** False where the disk has but one of them, as those of macOS. */
      async function holdsBoth(): Promise<boolean> {
        for (const each of forms('Other/probe é')) await bench.hands.write(each, each);
        const there = Object.values(await bench.files());
        for (const each of forms('Other/probe é').slice(-there.length)) await bench.hands.remove(each);
        return there.length === 2;
      }

      it('takes the composed file, whichever was there first, and names the other one', async ({ skip }) => {
        skip(!(await holdsBoth()));
        const [composed, decomposed] = forms('é.txt');
        for (const each of [composed, decomposed]) await bench.hands.write(`Other/${each}`, each);
        for (const each of [decomposed, composed]) await bench.hands.write(`Spec Sheet/${each}`, each);
        const { paths, report } = await bench.scan();
        expect(paths).toEqual([`Other/${composed}`, `Spec Sheet/${composed}`]);
        expect([...report.skipped].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
          ['Other', 'Spec Sheet'].map((folder) => ({
            path: `${folder}/${decomposed}`,
            why: 'other-spelling',
            taken: `${folder}/${composed}`,
          })),
        );
      });

      it('looks into both folders, by whichever it is asked for them, and into the composed one first', async ({
        skip,
      }) => {
        skip(!(await holdsBoth()));
        const [composed, decomposed] = forms('Pläne é');
        const mixed = `${decomposed}/${'ü'.normalize('NFC')}`;
        for (const path of [`${decomposed}/a`, `${composed}/a`, `${composed}/b`, `${mixed}/c`])
          await bench.hands.write(path, path);
        const skipped = [{ path: `${decomposed}/a`, why: 'other-spelling', taken: `${composed}/a` }];
        const files = [`${composed}/a`, `${composed}/b`, `${mixed}/c`];
        for (const each of [composed, decomposed, '']) {
          const { paths, report } = await bench.scan({ scope: { below: [each], directly: [] } });
          expect([paths, report.skipped]).toEqual([files.toSorted(), skipped]);
        }
        for (const each of [composed, decomposed]) {
          const { paths, report } = await bench.scan({ scope: { below: [], directly: [each] } });
          expect([paths, report.skipped]).toEqual([files.slice(0, 2), skipped]);
          expect(report.folders).toEqual([mixed]);
          const inner = await bench.scan({
            scope: { below: [`${each}/${'ü'.normalize('NFD')}`], directly: [] },
          });
          expect(inner.paths).toEqual([`${mixed}/c`]);
        }
        const denied = await bench.hands.denied(decomposed, 'read', () =>
          bench.scan({ scope: { below: [composed], directly: [] } }),
        );
        expect(denied.paths).toEqual(files.slice(0, 2));
        expect(denied.report.unreadable).toMatchObject([{ folder: decomposed, code: 'EACCES' }]);
      });
    });

    it('keeps to the folders it is asked for, and takes one that is gone for empty', async () => {
      await bench.hands.write('Other/a.txt', 'a');
      await bench.hands.write('Other/deep/b.txt', 'b');
      await bench.hands.write('Otherwise/c.txt', 'c');
      expect((await bench.scan({ scope: { below: ['Other'], directly: [] } })).paths).toEqual([
        'Other/a.txt',
        'Other/deep/b.txt',
      ]);
      expect(
        (await bench.scan({ scope: { below: ['Other/deep', 'gone/long ago'], directly: [] } })).paths,
      ).toEqual(['Other/deep/b.txt']);
      expect((await bench.scan({ scope: { below: [], directly: [] } })).paths).toEqual([]);
    });

    it('of a folder alone gives the files in it, and names the folders without entering them', async () => {
      for (const path of [
        'top.txt',
        'Other/a.txt',
        'Other/deep/b.txt',
        'Other/drafts/c.txt',
        'Other/d/e/f.txt',
      ])
        await bench.hands.write(path, path);
      await bench.hands.write('.siteignore', 'drafts/');
      await bench.hands.link('Other/linked');
      const { paths, report } = await bench.scan({ scope: { below: [], directly: ['Other'] } });
      expect(paths).toEqual(['Other/a.txt']);
      expect([...report.folders].sort()).toEqual(['Other/d', 'Other/deep']);
      expect(report.skipped).toEqual([{ path: 'Other/linked', why: 'link' }]);
      const top = await bench.scan({
        scope: { below: ['Other/d'], directly: ['', 'Other/gone', '.sitesync'] },
      });
      expect(top.paths).toEqual(['Other/d/e/f.txt', 'top.txt']);
      expect(top.report.folders).toContain('Other');
      expect(top.report.folders).not.toContain('Models');
      expect(top.report.folders).not.toContain('.sitesync');
    });

    it('tells of a folder that cannot be read where it looks at that alone', async () => {
      await bench.hands.write('Locked/b.txt', 'b');
      const { report } = await bench.hands.denied('Locked', 'read', () =>
        bench.scan({ scope: { below: [], directly: ['Locked'] } }),
      );
      expect(report).toMatchObject({ unreadable: [{ folder: 'Locked', code: 'EACCES' }], folders: [] });
    });

    it('looks neither into what is ours nor where it is asked to look into it', async () => {
      await bench.hands.write('.sitesync/tmp/x.part', 'x');
      await bench.hands.write('Models/house.glb', 'm');
      await bench.hands.write('.siteignore', '');
      await bench.hands.write('Other/Mill/.sitesync/trash/a.txt', 'of the copy of another site');
      await bench.hands.write('Other/Models/kept.txt', 'only the first folder is ours');
      await bench.hands.write('Models/from me/plan.ifc', 'p');
      await bench.hands.write('Models/.DS_Store', 'litter');
      const { paths, report } = await bench.scan();
      expect(paths).toEqual(['Other/Models/kept.txt']);
      expect([...report.skipped].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
        { path: 'Models/from me', why: 'in-models' },
        { path: 'Models/house.glb', why: 'in-models' },
      ]);
      expect((await bench.scan({ scope: { below: ['.sitesync', 'Models'], directly: [] } })).paths).toEqual(
        [],
      );
    });

    it('tells of a file that has the name of the folder for models', async () => {
      await bench.hands.write('Models', 'important notes');
      const { paths, report } = await bench.scan();
      expect([paths, report.skipped]).toEqual([[], [{ path: 'Models', why: 'in-models' }]]);
    });

    it('tells of an ignore list that Notepad saved under another name, and keeps it here', async () => {
      await bench.hands.write('.siteignore.txt', '*.pdf\n');
      await bench.hands.write('Other/.siteignore.txt', 'of nobody');
      await bench.hands.write('Other/plan.pdf', 'p');
      const { paths, report } = await bench.scan();
      expect(paths.toSorted()).toEqual(['Other/.siteignore.txt', 'Other/plan.pdf']);
      expect(report.skipped).toEqual([{ path: '.siteignore.txt', why: 'ignore-as-text' }]);
    });

    it('leaves out litter, the person’s lines and those of .siteignore, and takes back what ! names', async () => {
      for (const name of [
        'a.txt',
        'A.TMP',
        'keep.tmp',
        '~$plan.docx',
        'drafts/b.txt',
        'old.bak',
        'Thumbs.db',
      ])
        await bench.hands.write(`Other/${name}`, name);
      const text = 'drafts/\r\n!keep.tmp\r\n# a remark\r\n\r\n';
      await bench.hands.write('.siteignore', text);
      const { paths, report } = await bench.scan({ ignore: ['*.BAK'] });
      expect(paths).toEqual(['Other/a.txt', 'Other/keep.tmp']);
      expect(report.ignoreText).toBe(text);
      expect(
        (await bench.scan({ scope: { below: ['Other/drafts'], directly: [] }, ignore: [] })).paths,
      ).toEqual([]);
    });

    it('looks into a folder of which only some files are taken back, also where it is asked for that alone', async () => {
      for (const path of ['top.pdf', 'Other/a.pdf', 'Other/b.txt', 'Other/deep/c.pdf'])
        await bench.hands.write(path, path);
      await bench.hands.write('.siteignore', '*\n!*/\n!*.pdf\n');
      const all = await bench.scan();
      expect(all.paths).toEqual(['Other/a.pdf', 'Other/deep/c.pdf', 'top.pdf']);
      const below = await bench.scan({ scope: { below: ['Other'], directly: [] } });
      expect(below.paths).toEqual(['Other/a.pdf', 'Other/deep/c.pdf']);
      const alone = await bench.scan({ scope: { below: [], directly: ['Other'] } });
      expect(alone.paths).toEqual(['Other/a.pdf']);
      expect(alone.report.folders).toEqual(['Other/deep']);
    });

    it('hands out no file of a folder that has its known version, and all of one that has not', async () => {
      await bench.hands.write('Other/a.txt', 'a');
      await bench.hands.write('Other/deep/b.txt', 'b');
      await bench.hands.write('Other/deep/c.txt', 'c');
      await bench.hands.write('Spec Sheet/\u00e9/d.txt', 'd');
      const first = await bench.scanKnowing(new Map());
      expect(first.folders.map(({ folder }) => folder.normalize('NFC')).sort()).toEqual([
        'Other',
        'Other/deep',
        'Spec Sheet/\u00e9',
      ]);
      const again = await bench.scanKnowing(first.versions);
      expect(again.paths).toEqual([]);
      expect(again.report.files).toBe(4);
      expect(again.versions).toEqual(first.versions);
      await bench.hands.setTime('Other/deep/b.txt', 5n);
      const touched = await bench.scanKnowing(first.versions);
      expect(touched.paths).toEqual(['Other/deep/b.txt', 'Other/deep/c.txt']);
      expect(touched.versions.get('Other')).toBe(first.versions.get('Other'));
      expect(touched.versions.get('Other/deep')).not.toBe(first.versions.get('Other/deep'));
      await bench.hands.write('Other/new.txt', 'a');
      await bench.hands.remove('Spec Sheet/\u00e9/d.txt');
      const changed = await bench.scanKnowing(touched.versions);
      expect(changed.paths).toEqual(['Other/a.txt', 'Other/new.txt']);
      expect(changed.folders.map(({ folder }) => folder.normalize('NFC')).sort()).toEqual([
        'Other',
        'Other/deep',
        'Spec Sheet/\u00e9',
      ]);
      expect(changed.versions.get('Spec Sheet/\u00e9')).not.toBe(first.versions.get('Spec Sheet/\u00e9'));
    });

    it('gives no version of a folder that could not be read to its end', async () => {
      await bench.hands.write('Locked/b.txt', 'b');
      const { versions } = await bench.scanKnowing(new Map());
      const denied = await bench.hands.denied('Locked', 'read', () => bench.scanKnowing(versions));
      expect(denied.folders).toEqual([{ folder: 'Locked', version: null }]);
    });

    it('follows no link and opens no pipe, and says so', async () => {
      await bench.hands.link('Linked');
      await bench.hands.link('Other/also linked');
      await bench.hands.pipe('Other/pipe');
      const { paths, report } = await bench.scan({ scope: { below: ['', 'Linked'], directly: [] } });
      expect(paths).toEqual([]);
      expect([...report.skipped].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
        { path: 'Linked', why: 'link' },
        { path: 'Other/also linked', why: 'link' },
        { path: 'Other/pipe', why: 'special' },
      ]);
    });

    it('enters the folder of no other site, and says so, however it is asked', async () => {
      const markerOf = (site: string): string =>
        JSON.stringify({ site, baseUrl: 'http://127.0.0.1', folderId: 'f' });
      await bench.hands.write('a.txt', 'a');
      for (const [folder, marker] of [
        ['Mill', markerOf('another-site')],
        ['Copy', (await bench.hands.files())['.sitesync/site.json'] ?? ''],
        ['Odd', '{}'],
      ] as const) {
        await bench.hands.write(`${folder}/Other/b.txt`, 'b');
        await bench.hands.write(`${folder}/c.txt`, 'c');
        await bench.hands.write(`${folder}/.sitesync/site.json`, marker);
      }
      const skipped = [{ path: 'Mill', why: 'other-site' }];
      const all = await bench.scan();
      // A copy of this site's own folder is what it looks like.
      expect(all.paths).toEqual(['Copy/Other/b.txt', 'Copy/c.txt', 'Odd/Other/b.txt', 'Odd/c.txt', 'a.txt']);
      expect(all.report.skipped).toEqual(skipped);
      for (const scope of [
        { below: ['Mill/Other'], directly: ['Mill', 'Mill/Other'] },
        { below: [], directly: ['Mill'] },
      ]) {
        const part = await bench.scan({ scope });
        expect(part.paths).toEqual([]);
        expect(part.report.skipped).toEqual(skipped);
      }
    });

    it('enters no folder of which nobody can tell now whether it is that of another site', async () => {
      const marker = JSON.stringify({ site: 'another-site', baseUrl: 'http://127.0.0.1', folderId: 'f' });
      await bench.hands.write('a.txt', 'a');
      for (const path of ['Mill/Other/b.txt', 'Mill/c.txt']) await bench.hands.write(path, path);
      await bench.hands.write('Mill/.sitesync/site.json', marker);
      const scopes: readonly (ScanScope | null)[] = [
        null,
        { below: ['Mill/Other'], directly: ['Mill', 'Mill/Other'] },
        { below: [], directly: ['Mill'] },
      ];
      for (const scope of scopes) {
        const { paths, report } = await bench.hands.denied('Mill/.sitesync', 'read', () =>
          bench.scan({ scope }),
        );
        expect(paths).toEqual(scope === null ? ['a.txt'] : []);
        // Nothing that is known of it counts as gone.
        const told = [
          ...report.unreadable.map(({ folder }) => folder),
          ...report.skipped.map(({ path }) => path),
        ];
        expect(told.some((each) => each.startsWith('Mill'))).toBe(true);
      }
    });

    it('keeps odd names to the character', async () => {
      const names = [
        'line\nbreak.txt',
        ' leading and trailing ',
        'é 漢字 🏗.txt',
        'a\\b.txt',
        '-rf *',
        'x'.repeat(255),
      ];
      for (const name of names) await bench.hands.write(`Other/${name}`, name);
      expect((await bench.scan()).paths).toEqual(names.map((name) => `Other/${name}`).sort());
    });

    it('gives times of 0, of the future and of single nanoseconds as they are', async () => {
      const times = {
        'Other/zero.txt': 0n,
        'Other/future.txt': 4_000_000_000_000_000_001n,
        'Other/fine.txt': 123_456_789n,
      };
      for (const [path, ns] of Object.entries(times)) {
        await bench.hands.write(path, 'x');
        await bench.hands.setTime(path, ns);
      }
      const { files } = await bench.scan();
      expect(Object.fromEntries(files.map((file) => [file.path, file.mtimeNs]))).toEqual(times);
    });

    it('tells of a folder that cannot be read and goes on with the others', async () => {
      await bench.hands.write('Other/a.txt', 'a');
      await bench.hands.write('Locked/b.txt', 'b');
      const { paths, report } = await bench.hands.denied('Locked', 'read', () => bench.scan());
      expect(paths).toEqual(['Other/a.txt']);
      expect(report.unreadable).toEqual([{ folder: 'Locked', code: 'EACCES' }]);
      const below = await bench.hands.denied('Locked', 'read', () =>
        bench.scan({ scope: { below: ['Locked/deeper'], directly: [] } }),
      );
      expect(below.report.unreadable).toEqual([{ folder: 'Locked/deeper', code: 'EACCES' }]);
      expect((await bench.scan()).paths).toEqual(['Locked/b.txt', 'Other/a.txt']);
    });

    it('names the folders with a drive of their own, and of those it is asked for the ones without', async ({
      skip,
    }) => {
      await bench.hands.write('Other/a.txt', 'a');
      const takeOut = await bench.hands.plugIn('Other/stick');
      if (takeOut === null) {
        skip();
        return;
      }
      await bench.hands.write('Other/stick/deep/b.txt', 'b');
      const drives = ['Other/stick', 'Other', 'Other/gone', 'Other/a.txt'];
      const deep = { scope: { below: ['Other/stick/deep'], directly: [] } };
      const elsewhere = { drives, scope: { below: [], directly: ['Spec Sheet'] } };
      const [inIt] = (await bench.scan()).report.drives;
      expect(inIt).toEqual({ folder: 'Other/stick', disk: expect.any(String) });
      expect((await bench.scan(deep)).report.drives).toEqual([inIt]);
      expect((await bench.scan(elsewhere)).report.drives).toEqual([inIt, { folder: 'Other', disk: null }]);
      await takeOut();
      expect((await bench.scan()).report.drives).toEqual([]);
      expect((await bench.scan(elsewhere)).report.drives).toEqual([
        { folder: 'Other/stick', disk: null },
        { folder: 'Other', disk: null },
      ]);
    });
  });
}
