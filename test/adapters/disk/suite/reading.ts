import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { UploadSource } from '../../../../main/sync/ports/disk.ts';
import { sha256 } from '../../../support/memory/disk/reading.ts';
import { failure, value, type Bench } from './bench.ts';

const LARGE = 3 * 1024 * 1024 + 17;

function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  // A loop: `from` takes thirty times as long for so many.
  for (let at = 0; at < length; at += 1) bytes[at] = at * 31 + (at >> 8) + (at >> 20);
  return bytes;
}

async function drain(source: UploadSource): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  // A chunk is good until the next is asked for.
  for await (const chunk of source.stream()) chunks.push(chunk.slice());
  return Buffer.concat(chunks);
}

export function readingSuite(bench: Bench): void {
  describe('reading', () => {
    it('hashes the bytes that are there, empty and large ones too, in the order asked', async () => {
      await bench.hands.write('Other/empty', '');
      await bench.hands.write('Other/small', 'small');
      await bench.hands.write('Other/large', pattern(LARGE));
      const files = [
        await bench.seen('Other/large'),
        await bench.seen('Other/empty'),
        await bench.seen('Other/small'),
      ];
      const bytes: number[] = [];
      const results = await bench.disk.hash(bench.folder, files, (count) => bytes.push(count));
      expect(results.map((result) => value(result).hash)).toEqual([
        sha256(pattern(LARGE)),
        sha256(new Uint8Array(0)),
        sha256(Buffer.from('small')),
      ]);
      expect(bytes).toEqual([LARGE, 0, 5]);
      expect(await bench.disk.hash(bench.folder, [])).toEqual([]);
    });

    it('answers for each file by itself where some are changed, gone, links or not to be read', async () => {
      for (const name of ['good', 'changed', 'gone', 'linked', 'locked'])
        await bench.hands.write(`Other/${name}`, name);
      const files = await Promise.all(
        ['good', 'changed', 'gone', 'linked', 'locked'].map((name) => bench.seen(`Other/${name}`)),
      );
      await bench.hands.append('Other/changed', '!');
      await bench.hands.remove('Other/gone');
      await bench.hands.remove('Other/linked');
      await bench.hands.link('Other/linked');
      const unsafe = { ...files[0]!, path: '../outside/secret.txt' as RelPath };
      const results = await bench.hands.denied('Other/locked', 'read', () =>
        bench.disk.hash(bench.folder, [...files, unsafe]),
      );
      expect(results.map((result) => (result.ok ? 'ok' : result.failure.code))).toEqual([
        'ok',
        'changed-meanwhile',
        'changed-meanwhile',
        'changed-meanwhile',
        'unreadable',
        'unsafe-path',
      ]);
      expect(failure(results[4]).message).toContain('Other/locked');
    });

    it('reads no further once it is told to stop', async () => {
      await bench.hands.write('Other/a', 'a');
      const file = await bench.seen('Other/a');
      const [result] = await bench.disk.hash(bench.folder, [file], undefined, AbortSignal.abort());
      expect(failure(result).code).toBe('cancelled');
    });

    it('stats what is there, null for nothing, and refuses links and folders', async () => {
      await bench.hands.write('Other/a', 'abc');
      expect(await bench.seen('Other/a')).toMatchObject({ path: 'Other/a', size: 3 });
      const stat = (path: string): ReturnType<Bench['disk']['stat']> =>
        bench.disk.stat(bench.folder, path as RelPath);
      expect(value(await stat('Other/none'))).toBeNull();
      expect(value(await stat('none/at/all'))).toBeNull();
      await bench.hands.link('Linked');
      expect(failure(await stat('Linked')).code).toBe('unsafe-path');
      expect(failure(await stat('Linked/secret.txt')).code).toBe('unsafe-path');
      expect(failure(await stat('.sitesync/site.json')).code).toBe('unsafe-path');
      expect(failure(await stat('.SiteSync/site.json')).code).toBe('unsafe-path');
      expect(failure(await stat('../outside/secret.txt')).code).toBe('unsafe-path');
      expect(failure(await stat('Other')).code).toBe('unreadable');
      expect(failure(await stat('Other/a/below')).code).toBe('unsafe-path');
    });

    it('tells an edit from no edit by size, time and inode, each for itself', async () => {
      await bench.hands.write('Other/a', 'abc');
      await bench.hands.setTime('Other/a', 1_000_000_000_000_000_000n);
      const before = await bench.seen('Other/a');
      await bench.hands.append('Other/a', 'd');
      await bench.hands.setTime('Other/a', before.mtimeNs);
      expect(await bench.seen('Other/a')).toEqual({ ...before, size: 4 });
      await bench.hands.setTime('Other/a', before.mtimeNs + 1n);
      expect(await bench.seen('Other/a')).toEqual({ ...before, size: 4, mtimeNs: before.mtimeNs + 1n });
      await bench.hands.replace('Other/a', 'abcd');
      expect((await bench.seen('Other/a')).ino).not.toBe(before.ino);
    });

    it('hands a small file out whole, with its hash', async () => {
      await bench.hands.write('Other/a', 'abc');
      const source = value(await bench.disk.openUpload(bench.folder, await bench.seen('Other/a')));
      expect(source).toMatchObject({ size: 3, hash: sha256(Buffer.from('abc')) });
      expect(Buffer.from(source.bytes!).toString()).toBe('abc');
      await bench.hands.append('Other/a', 'written after the bytes were taken');
      expect(Buffer.from(await drain(source)).toString()).toBe('abc');
      expect(value(await source.finish())).toBe(source.hash);
      await source.close();
    });

    it('streams a large file, again where asked, with the hash of what was sent at the end', async () => {
      const bytes = pattern(LARGE);
      await bench.hands.write('Other/large', bytes);
      const source = value(await bench.disk.openUpload(bench.folder, await bench.seen('Other/large')));
      expect(source).toMatchObject({ size: LARGE, bytes: null, hash: null });
      for (let again = 0; again < 2; again++) {
        expect(sha256(await drain(source))).toBe(sha256(bytes));
        expect(value(await source.finish())).toBe(sha256(bytes));
      }
      await source.close();
    });

    it("streams several large files at once, and one that is left in the middle in no one's way", async () => {
      const opened: UploadSource[] = [];
      for (const name of ['a', 'b', 'c']) {
        await bench.hands.write(`Other/${name}`, Buffer.concat([Buffer.from(name), pattern(LARGE)]));
        const seen = await bench.seen(`Other/${name}`);
        opened.push(value(await bench.disk.openUpload(bench.folder, seen)));
      }
      const [left, ...others] = opened;
      for await (const chunk of left!.stream()) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      await left!.close();
      const sent = await Promise.all(others.map(async (source) => sha256(await drain(source))));
      expect(sent).toEqual(
        ['b', 'c'].map((name) => sha256(Buffer.concat([Buffer.from(name), pattern(LARGE)]))),
      );
      for (const [at, source] of others.entries()) {
        expect(value(await source.finish())).toBe(sent[at]);
        await source.close();
      }
    });

    it('is still-changing where a large file is written to, cut short or not read to its end', async () => {
      await bench.hands.write('Other/large', pattern(LARGE));
      const source = value(await bench.disk.openUpload(bench.folder, await bench.seen('Other/large')));
      expect(failure(await source.finish()).code).toBe('still-changing');
      let first = true;
      for await (const chunk of source.stream()) {
        if (first) await bench.hands.append('Other/large', 'more');
        first = false;
        expect(chunk.length).toBeGreaterThan(0);
      }
      expect(failure(await source.finish()).code).toBe('still-changing');
      await bench.hands.write('Other/large', 'short');
      await drain(source);
      expect(failure(await source.finish()).code).toBe('still-changing');
      await source.close();
    });

    it('hands out several small files in one go, and says of each what is wrong with it', async () => {
      for (const name of ['a', 'gone', 'deep/b', 'changed']) await bench.hands.write(`Other/${name}`, name);
      const seen = await Promise.all(
        ['a', 'gone', 'deep/b', 'changed'].map((name) => bench.seen(`Other/${name}`)),
      );
      await bench.hands.remove('Other/gone');
      await bench.hands.append('Other/changed', '!');
      const opened = await bench.disk.openUploads(bench.folder, seen);
      expect(
        opened.map((each) => (each.ok ? Buffer.from(each.value.bytes!).toString() : each.failure.code)),
      ).toEqual(['a', 'changed-meanwhile', 'deep/b', 'changed-meanwhile']);
      expect(value(opened[0]!).hash).toBe(sha256(Buffer.from('a')));
      expect(await bench.disk.openUploads(bench.folder, [])).toEqual([]);
    });

    it('keeps what was handed out until it is closed, whatever else is opened and closed', async () => {
      const open = async (names: readonly string[]): Promise<readonly UploadSource[]> => {
        for (const name of names) await bench.hands.write(`Other/${name}`, name.repeat(1000));
        const seen = await Promise.all(names.map((name) => bench.seen(`Other/${name}`)));
        return (await bench.disk.openUploads(bench.folder, seen)).map(value);
      };
      const [a, b, c] = await open(['a', 'b', 'c']);
      await a!.close();
      await c!.close();
      // Once more is no second end.
      await c!.close();
      const others = await open(['d', 'e', 'f']);
      for (const [name, source] of [['b', b!] as const, ['d', others[0]!] as const]) {
        expect(Buffer.from(source.bytes!).toString()).toBe(name.repeat(1000));
        expect(sha256(await drain(source))).toBe(source.hash);
      }
      for (const source of [b!, ...others]) await source.close();
    });

    it('opens nothing that is not what was seen', async () => {
      await bench.hands.write('Other/a', 'abc');
      const seen = await bench.seen('Other/a');
      await bench.hands.append('Other/a', '!');
      expect(failure(await bench.disk.openUpload(bench.folder, seen)).code).toBe('changed-meanwhile');
      await bench.hands.remove('Other/a');
      expect(failure(await bench.disk.openUpload(bench.folder, seen)).code).toBe('changed-meanwhile');
      await bench.hands.link('Other/a');
      expect(failure(await bench.disk.openUpload(bench.folder, seen)).code).toBe('unsafe-path');
      await bench.hands.write('Other/b', 'abc');
      const locked = await bench.seen('Other/b');
      const refused = await bench.hands.denied('Other/b', 'read', () =>
        bench.disk.openUpload(bench.folder, locked),
      );
      expect(failure(refused)).toMatchObject({ code: 'unreadable' });
      expect(failure(refused).message).toContain('Other/b');
    });

    it('reads the first bytes', async () => {
      await bench.hands.write('Other/a', 'glTF and more');
      const head = (path: string, bytes: number): ReturnType<Bench['disk']['readHead']> =>
        bench.disk.readHead(bench.folder, path as RelPath, bytes);
      expect(Buffer.from(value(await head('Other/a', 4))).toString()).toBe('glTF');
      expect(Buffer.from(value(await head('Other/a', 400))).toString()).toBe('glTF and more');
      expect(failure(await head('Other/none', 4)).code).toBe('changed-meanwhile');
      await bench.hands.link('Linked');
      expect(failure(await head('Linked/secret.txt', 4)).code).toBe('unsafe-path');
    });
  });
}
