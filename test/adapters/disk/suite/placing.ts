import { describe, expect, it } from 'vitest';
import type { FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { timeOfMtime } from '../../../../main/engine/compare/fingerprint.ts';
import { NO_PART, SMALL } from '../../../../main/adapters/disk/layout.ts';
import type { DownloadSink } from '../../../../main/sync/ports/disk.ts';
import { sha256 } from '../../../support/memory/disk/reading.ts';
import { failure, value, type Bench } from './bench.ts';

const TARGET = 'Other/deep/new.txt' as RelPath;

/** Every download ends in the same way, whether its bytes lie in a part by then or in memory. */
export function placingSuite(bench: Bench): void {
  describe.each([
    ['with a part', null],
    ['in memory', NO_PART],
    ['in memory, with a part for what is kept', SMALL],
  ])('placing a download %s', (_, size) => {
    const received = (content: string, id?: string): Promise<DownloadSink> =>
      bench.received(content, id, 'v1', size);

    it('takes a time of the future, before 1970 and of the very beginning', async () => {
      const times = ['1901-12-20', '1969-12-31T23:59:59.995Z', '1970-01-01', '2099-12-31', '2300-01-01'];
      for (const [number, text] of times.entries()) {
        const sink = await received(`${number}`, `id-${number}`);
        const placed = value(await sink.place(`Other/${number}` as RelPath, null, Date.parse(text)));
        expect(new Date(timeOfMtime(placed.mtimeNs))).toEqual(new Date(text));
      }
    });

    it('gets the time of now where none is known, or one that no file can have', async () => {
      const times = [null, Date.parse('1066-10-14'), Date.parse('9999-12-31'), 8.64e15, -8.64e15];
      for (const [number, time] of times.entries()) {
        const sink = await received(`${number}`, `id-${number}`);
        const placed = value(await sink.place(`Other/${number}` as RelPath, null, time));
        expect(Number(placed.mtimeNs / 1_000_000n)).toBeGreaterThan(1_600_000_000_000);
        expect(Number(placed.mtimeNs / 1_000_000n)).toBeLessThanOrEqual(bench.home.now());
      }
    });

    it('never overwrites a file that it does not replace', async () => {
      const sink = await received('from there');
      await bench.hands.write(TARGET, 'mine, made meanwhile');
      expect(failure(await sink.place(TARGET, null, null)).code).toBe('changed-meanwhile');
      expect(await bench.files()).toEqual({ [TARGET]: 'mine, made meanwhile' });
      await sink.discard();
      expect(await bench.parts()).toEqual([]);
    });

    it('lies beside no file that has its name in another spelling', async () => {
      const [composed, decomposed] = ['Other/Bär.txt'.normalize('NFC'), 'Other/Bär.txt'.normalize('NFD')];
      for (const [number, [mine, theirs]] of [
        [composed, decomposed],
        [decomposed, composed],
      ].entries()) {
        const sink = await received('from there', `id-${number}`);
        await bench.hands.write(mine!, 'mine, made meanwhile');
        expect(failure(await sink.place(theirs as RelPath, null, null)).code).toBe('changed-meanwhile');
        expect(Object.values(await bench.files())).toEqual(['mine, made meanwhile']);
        await sink.discard();
        await bench.hands.remove(mine!);
      }
      expect(await bench.parts()).toEqual([]);
    });

    it('may have a name that is longer in another spelling than the disk can hold', async () => {
      const path = `Other/${'é'.normalize('NFC').repeat(120)}` as RelPath;
      const sink = await received('from there');
      value(await sink.place(path, null, null));
      expect(Object.values(await bench.files())).toEqual(['from there']);
    });

    it('replaces only what the caller saw, and keeps it in the trash', async () => {
      await bench.hands.write(TARGET, 'old');
      const old = await bench.seen(TARGET);
      const sink = await received('new');
      const placed = value(await sink.place(TARGET, old, null));
      expect(placed).toEqual({ ...(await bench.seen(TARGET)), hash: sha256(Buffer.from('new')) });
      expect(await bench.files()).toEqual({ [TARGET]: 'new' });
      expect(await bench.trash()).toEqual([[TARGET, 'old']]);
    });

    it('replaces nothing that was edited or removed meanwhile', async () => {
      await bench.hands.write(TARGET, 'old');
      const old = await bench.seen(TARGET);
      await bench.hands.replace(TARGET, 'edited');
      const sink = await received('new');
      expect(failure(await sink.place(TARGET, old, null)).code).toBe('changed-meanwhile');
      expect(await bench.files()).toEqual({ [TARGET]: 'edited' });
      await sink.discard();
      await bench.hands.remove(TARGET);
      const again = await received('new');
      expect(failure(await again.place(TARGET, old, null)).code).toBe('changed-meanwhile');
      await again.discard();
      expect(await bench.files()).toEqual({});
      expect(await bench.parts()).toEqual([]);
    });

    it('says what is in the way where that is a folder, a link or a file instead of a folder', async () => {
      const sink = await received('new');
      await bench.hands.makeFolder(TARGET);
      const folder = failure(await sink.place(TARGET, null, null));
      expect(folder).toMatchObject({ code: 'unsafe-path', retry: 'later' });
      expect(folder.message).toContain('a folder has its name');
      expect(folder.hint).toMatch(/^Rename that folder, /);
      await bench.hands.remove(TARGET);
      await bench.hands.link(TARGET);
      const link = failure(await sink.place(TARGET, null, null));
      expect(link.message).toContain('a link has its name');
      expect(link.hint).toMatch(/^Rename that link, /);
      await bench.hands.remove('Other/deep');
      await bench.hands.write('Other/deep', 'a file');
      const file = failure(await sink.place(TARGET, null, null));
      expect(file).toMatchObject({ code: 'unsafe-path', hint: expect.stringMatching(/^Rename that file, /) });
      await bench.hands.remove('Other/deep');
      await bench.hands.link('Other/deep');
      const way = failure(await sink.place(TARGET, null, null));
      expect(way).toMatchObject({
        code: 'unsafe-path',
        hint: expect.stringMatching(/^Replace the link by a real folder;/),
      });
      expect(await bench.hands.outside()).toEqual({ 'secret.txt': 'secret' });
      await bench.hands.remove('Other/deep');
      value(await sink.place(TARGET, null, null));
      expect(await bench.files()).toEqual({ [TARGET]: 'new' });
    });

    it('keeps the whole of what could not be placed, for the same version only', async () => {
      const longAgo = Date.UTC(2001, 1, 1);
      const hash = sha256(Buffer.from('new'));
      const version = 'v1' as RemoteFingerprint;
      await bench.hands.makeFolder(TARGET);
      const sink = await received('new');
      expect(sink.whole).toBe(null);
      for (let turn = 0; turn < 2; turn++) {
        const again = turn === 0 ? sink : value(await bench.sink('file-1', 'v1', size));
        if (turn > 0) {
          expect(again).toMatchObject({ whole: hash, offset: 3 });
          expect(value(await again.finish())).toEqual({ size: 3, hash });
        }
        expect(failure(await again.place(TARGET, null, longAgo)).code).toBe('unsafe-path');
        await again.keep(version);
        // It has not lain there since the time of its record.
        await bench.disk.purge(bench.folder, bench.home.now() - 3_600_000);
      }
      await bench.hands.remove(TARGET);
      const last = value(await bench.sink('file-1', 'v1', size));
      expect(last.whole).toBe(hash);
      value(await last.finish());
      expect(value(await last.place(TARGET, null, longAgo)).hash).toBe(hash);
      expect(await bench.files()).toEqual({ [TARGET]: 'new' });
      expect(await bench.parts()).toEqual([]);
      const other = await received('newer', 'file-2');
      await other.keep(version);
      expect(value(await bench.sink('file-2', 'v2', size))).toMatchObject({ whole: null, offset: 0 });
    });

    it('keeps nothing of what is not finished as a whole', async () => {
      const sink = value(await bench.sink('file-1', 'v1', size));
      value(await sink.write(Buffer.from('half')));
      await sink.keep('v1' as RemoteFingerprint);
      expect(value(await bench.sink('file-1', 'v1', size))).toMatchObject({ whole: null, offset: 0 });
      const half = value(await bench.sink('file-2', 'v1', size));
      value(await half.write(Buffer.from('half')));
      await half.suspend({ fingerprint: 'v1' as RemoteFingerprint, etag: null });
      expect(value(await bench.sink('file-2', 'v1', size))).toMatchObject({ whole: null, offset: 4 });
    });

    it.each([
      ['outside the site’s folder', ['../outside/x.txt', '/etc/x', 'a/../../x'], /another name or place/],
      ['among its own files', ['.sitesync/site.json', '.SITESYNC/x'], /another folder of the site/],
    ])('places nothing %s, and speaks of no link there', async (_where, paths, whatToDo) => {
      const sink = await received('new');
      for (const path of paths) {
        const refused = failure(await sink.place(path as RelPath, null, null));
        expect(refused).toMatchObject({ code: 'unsafe-path', hint: expect.stringMatching(whatToDo) });
        expect(`${refused.message} ${refused.hint}`).not.toMatch(/\blink\b/);
      }
      await sink.discard();
      expect(await bench.hands.outside()).toEqual({ 'secret.txt': 'secret' });
    });

    it('needs the marker: an unmounted drive gets no file', async () => {
      const sink = await received('new');
      const back = await bench.hands.unmount();
      expect(failure(await sink.place(TARGET, null, null)).code).toBe('folder-missing');
      await sink.discard();
      expect(await bench.hands.files()).toEqual({});
      await back();
    });

    it('says which file could not be placed where the folder does not allow it', async () => {
      const sink = await received('new');
      await bench.hands.makeFolder('Other/deep');
      await bench.hands.makeFolder('.sitesync/tmp');
      const refused = await bench.hands.denied('Other/deep', 'write', () => sink.place(TARGET, null, null));
      expect(failure(refused)).toMatchObject({ code: 'read-only' });
      expect(failure(refused).message).toContain(TARGET);
      value(await sink.place(TARGET, null, null));
      expect(await bench.parts()).toEqual([]);
    });
  });

  describe('a small download', () => {
    const small = (content: string, id?: string): Promise<DownloadSink> =>
      bench.received(content, id, 'v1', content.length);

    it('touches the disk only when it is placed, then with hash, time and folders', async () => {
      const opened = await bench.disk.openDownload(
        bench.folder,
        'file-1' as FileId,
        'v1' as RemoteFingerprint,
        TARGET,
        13,
      );
      const sink = value(opened);
      for (const part of ['one ', 'two ', 'three']) value(await sink.write(Buffer.from(part)));
      expect(sink).toMatchObject({ offset: 13, etag: null });
      const hash = sha256(Buffer.from('one two three'));
      expect(value(await sink.finish())).toEqual({ size: 13, hash });
      expect(await bench.parts()).toEqual([]);
      const placed = value(await sink.place(TARGET, null, 1_700_000_000_123));
      expect(placed).toEqual({ ...(await bench.seen(TARGET)), hash });
      expect(placed.mtimeNs / 1_000_000n).toBe(1_700_000_000_123n);
      expect(await bench.files()).toEqual({ [TARGET]: 'one two three' });
      expect(await bench.parts()).toEqual([]);
    });

    it('is placed as it came where it is shorter, longer or empty', async () => {
      for (const [number, content] of ['', 'x', 'longer than it was said to be'].entries()) {
        const sink = await bench.received(content, `id-${number}`, 'v1', 4);
        const placed = value(await sink.place(`Other/${number}` as RelPath, null, null));
        expect(placed.size).toBe(content.length);
      }
      expect(Object.values(await bench.files())).toEqual(['', 'x', 'longer than it was said to be']);
    });

    it('is one of many that are placed together, and what is refused of them keeps none back', async () => {
      await bench.hands.write('Other/3', 'mine');
      const numbers = Array.from({ length: 100 }, (_, number) => number);
      const sinks = await Promise.all(numbers.map((number) => small(`content ${number}`, `id-${number}`)));
      const results = await Promise.all(
        sinks.map((sink, number) => sink.place(`Other/${number}` as RelPath, null, null)),
      );
      expect(failure(results[3]).code).toBe('changed-meanwhile');
      expect(results.filter((result) => result.ok)).toHaveLength(99);
      const expected = numbers.map((number) => [
        `Other/${number}`,
        number === 3 ? 'mine' : `content ${number}`,
      ]);
      expect(await bench.files()).toEqual(Object.fromEntries(expected));
      expect(await bench.parts()).toEqual([]);
    });

    it('goes on in memory where it broke off, for the same version only', async () => {
      const open = async (fingerprint: string): Promise<DownloadSink> =>
        value(await bench.sink('file-1', fingerprint, 10));
      const note = { fingerprint: 'v1' as RemoteFingerprint, etag: '"e1"' };
      const sink = await open('v1');
      value(await sink.write(Buffer.from('first ')));
      await sink.suspend(note);
      await sink.suspend({ ...note, etag: 'of a later call' });
      const resumed = await open('v1');
      expect(resumed).toMatchObject({ offset: 6, etag: '"e1"' });
      value(await resumed.write(Buffer.from('last')));
      expect(value(await resumed.finish())).toEqual({ size: 10, hash: sha256(Buffer.from('first last')) });
      await resumed.suspend(note);
      expect((await open('v2')).offset).toBe(0);
      expect((await open('v1')).offset).toBe(0);
      expect(await bench.parts()).toEqual([]);
    });

    it('keeps the beginnings of a few', async () => {
      for (let number = 0; number < 40; number++) {
        const sink = value(await bench.sink(`id-${number}`, 'v1', 9));
        value(await sink.write(Buffer.from('begin')));
        await sink.suspend({ fingerprint: 'v1' as RemoteFingerprint, etag: null });
      }
      expect(value(await bench.sink('id-7', 'v1', 9)).offset).toBe(0);
      expect(value(await bench.sink('id-8', 'v1', 9)).offset).toBe(5);
    });

    it('drops what an earlier try left on the disk, and starts over where it is told to', async () => {
      const large = value(await bench.sink());
      value(await large.write(Buffer.from('of an older version')));
      await large.suspend({ fingerprint: 'v1' as RemoteFingerprint, etag: null });
      const sink = await small('came first');
      value(await sink.restart());
      expect(sink.offset).toBe(0);
      value(await sink.write(Buffer.from('whole')));
      expect(value(await sink.finish())).toEqual({ size: 5, hash: sha256(Buffer.from('whole')) });
      value(await sink.place(TARGET, null, null));
      expect(await bench.files()).toEqual({ [TARGET]: 'whole' });
      expect(await bench.parts()).toEqual([]);
    });

    it('writes nothing into a file that was placed by a process which died before it dropped its part', async () => {
      await bench.received('the user’s by now');
      const part = (await bench.parts()).at(-1)!;
      await bench.hands.hardLink(part, 'Other/placed');
      const sink = await small('another version', 'file-1');
      value(await sink.place(TARGET, null, null));
      expect(await bench.files()).toEqual({
        'Other/placed': Buffer.from('the user’s by now').toString('latin1'),
        [TARGET]: 'another version',
      });
      expect(await bench.parts()).toEqual([]);
    });

    it('says which file could not be written where nothing may be', async () => {
      const sink = await small('new');
      await bench.hands.makeFolder('.sitesync/tmp');
      const refused = await bench.hands.denied('.sitesync/tmp', 'write', () =>
        sink.place(TARGET, null, null),
      );
      expect(failure(refused)).toMatchObject({ code: 'read-only' });
      expect(failure(refused).message).toContain(TARGET);
    });
  });
}
