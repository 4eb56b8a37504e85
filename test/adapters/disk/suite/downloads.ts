import { describe, expect, it } from 'vitest';
import type { FileId, RemoteFingerprint } from '../../../../shared/model/ids.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import type { ResumeNote } from '../../../../main/sync/ports/disk.ts';
import { sha256 } from '../../../support/memory/disk/reading.ts';
import { failure, value, type Bench } from './bench.ts';

const TARGET = 'Other/deep/new.txt' as RelPath;
const NOTE: ResumeNote = { fingerprint: 'v1' as RemoteFingerprint, etag: '"e1"' };

/** More than waits to be written: when all of it was taken some of it is in the file. */
const LONG = Buffer.alloc(3_000_000, 'x');

export function downloadsSuite(bench: Bench): void {
  describe('downloads', () => {
    it('collects bytes apart and places them with hash, time and folders', async () => {
      const sink = value(await bench.sink());
      expect(sink).toMatchObject({ offset: 0, etag: null });
      for (const part of ['one ', 'two ', 'three']) value(await sink.write(Buffer.from(part)));
      expect(sink.offset).toBe(13);
      const hash = sha256(Buffer.from('one two three'));
      expect(value(await sink.finish())).toEqual({ size: 13, hash });
      expect(await bench.files()).toEqual({});
      const placed = value(await sink.place(TARGET, null, 1_700_000_000_123));
      expect(placed).toEqual({ ...(await bench.seen(TARGET)), hash });
      expect(placed.mtimeNs / 1_000_000n).toBe(1_700_000_000_123n);
      expect(await bench.files()).toEqual({ [TARGET]: 'one two three' });
      expect(await bench.parts()).toEqual([]);
    });

    it('goes on where it was suspended, for the same version only', async () => {
      const sink = value(await bench.sink());
      value(await sink.write(Buffer.from('first ')));
      await sink.suspend(NOTE);
      const resumed = value(await bench.sink());
      expect(resumed).toMatchObject({ offset: 6, etag: '"e1"' });
      value(await resumed.write(Buffer.from('last')));
      expect(value(await resumed.finish())).toEqual({ size: 10, hash: sha256(Buffer.from('first last')) });
      await resumed.suspend(NOTE);
      await resumed.suspend({ ...NOTE, etag: 'of a later call' });
      const third = value(await bench.sink());
      expect(third).toMatchObject({ offset: 10, etag: '"e1"' });
      await third.suspend(NOTE);
      const other = value(await bench.sink('file-1', 'v2'));
      expect(other).toMatchObject({ offset: 0, etag: null });
      value(await other.write(Buffer.from('v2')));
      expect(value(await other.finish()).hash).toBe(sha256(Buffer.from('v2')));
      await other.discard();
      expect(await bench.parts()).toEqual([]);
    });

    it('takes large files in chunks of any size, breaks off and goes on in the middle', async () => {
      const content = Buffer.from(
        Uint32Array.from({ length: 1_500_007 }, (_, index) => index * 2_654_435_761).buffer,
      );
      const half = 3_333_333;
      const sink = value(await bench.sink());
      value(await sink.write(content.subarray(0, 1_048_577)));
      value(await sink.write(content.subarray(1_048_577, half)));
      expect(sink.offset).toBe(half);
      await sink.suspend(NOTE);
      const resumed = value(await bench.sink());
      expect(resumed.offset).toBe(half);
      for (let at = half; at < content.length; at += 700_001)
        value(await resumed.write(content.subarray(at, at + 700_001)));
      const whole = { size: content.length, hash: sha256(content) };
      expect(value(await resumed.finish())).toEqual(whole);
      value(await resumed.restart());
      value(await resumed.write(content.subarray(0, 5_000_000)));
      expect(value(await resumed.finish()).hash).toBe(sha256(content.subarray(0, 5_000_000)));
      value(await resumed.write(content.subarray(5_000_000)));
      expect(value(await resumed.finish())).toEqual(whole);
      expect(value(await resumed.place(TARGET, null, null))).toMatchObject(whole);
      expect((await bench.files())[TARGET] === content.toString('latin1')).toBe(true);
    });

    it('goes on behind its last checkpoint where its process died', async () => {
      const dead = value(await bench.sink());
      value(await dead.write(Buffer.from('first ')));
      await dead.checkpoint(NOTE);
      // Some of it is in the file by then, and nobody knows whether as it was.
      value(await dead.write(LONG));
      const killed = value(await bench.sink());
      expect(killed).toMatchObject({ offset: 6, etag: '"e1"' });
      value(await killed.write(LONG));
      const third = value(await bench.sink());
      expect(third).toMatchObject({ offset: 6, etag: '"e1"' });
      value(await third.write(Buffer.from('second ')));
      await third.checkpoint(NOTE);
      value(await third.write(Buffer.from('last')));
      expect(value(await third.finish())).toEqual({
        size: 17,
        hash: sha256(Buffer.from('first second last')),
      });
      value(await third.place(TARGET, null, null));
      expect(await bench.files()).toEqual({ [TARGET]: 'first second last' });
      expect(await bench.parts()).toEqual([]);
    });

    it('does not go on where it began anew since, or its part is shorter than was noted', async () => {
      const sink = value(await bench.sink());
      value(await sink.write(Buffer.from('first ')));
      await sink.checkpoint(NOTE);
      value(await sink.restart());
      value(await sink.write(LONG));
      const anew = value(await bench.sink());
      expect(anew.offset).toBe(0);
      await anew.discard();
      const cut = value(await bench.sink('file-2'));
      value(await cut.write(Buffer.from('first ')));
      await cut.checkpoint(NOTE);
      const part = (await bench.parts()).find((path) => path.endsWith('.part'))!;
      await bench.hands.write(part, 'fir');
      expect(value(await bench.sink('file-2')).offset).toBe(0);
    });

    it('starts again from nothing where the resume note is missing or broken', async () => {
      const sink = value(await bench.sink());
      value(await sink.write(Buffer.from('half')));
      await sink.suspend(NOTE);
      const note = (await bench.parts()).find((path) => path.endsWith('.json'))!;
      await bench.hands.write(note, '{"finger');
      expect(value(await bench.sink()).offset).toBe(0);
      // A process that died while it wrote left no note: what it wrote may be anything.
      const dead = value(await bench.sink('file-9'));
      value(await dead.write(Buffer.from('half')));
      expect(value(await bench.sink('file-9')).offset).toBe(0);
    });

    it('writes no more to a part that was placed by a process which died before it dropped its name', async () => {
      for (const [number, suspended] of [true, false].entries()) {
        const id = `file-${number}`;
        const path = `Other/placed ${number}`;
        const dead = await bench.received('the user’s by now', id);
        const part = (await bench.parts()).at(-1)!;
        if (suspended) await dead.suspend(NOTE);
        await bench.hands.hardLink(part, path);
        const sink = value(await bench.sink(id));
        expect(sink.offset).toBe(0);
        value(await sink.write(Buffer.from('another version')));
        expect((await bench.files())[path]).toBe(Buffer.from('the user’s by now').toString('latin1'));
        await sink.discard();
      }
    });

    it('forgets what came where the service sends the whole again', async () => {
      const sink = value(await bench.sink());
      value(await sink.write(Buffer.from('a longer beginning')));
      value(await sink.restart());
      expect(sink.offset).toBe(0);
      value(await sink.write(Buffer.from('whole')));
      expect(value(await sink.finish())).toEqual({ size: 5, hash: sha256(Buffer.from('whole')) });
      value(await sink.place(TARGET, null, null));
      expect(await bench.files()).toEqual({ [TARGET]: 'whole' });
    });

    it('keeps downloads of ids apart that no file system would', async () => {
      const ids = ['a/../b', '..', 'A', 'a', 'x'.repeat(300), 'con', '0f0e0d0c-0000-4000-8000-000000000001'];
      const sinks = await Promise.all(ids.map((id) => bench.received(id, id)));
      expect(await bench.parts()).toHaveLength(ids.length);
      for (const [number, sink] of sinks.entries())
        value(await sink.place(`Other/${number}` as RelPath, null, null));
      const files = await bench.files();
      expect(ids.map((_, number) => files[`Other/${number}`])).toEqual(ids);
    });

    it('needs the marker to begin and to end: an unmounted drive gets no file', async () => {
      const sink = await bench.received('new');
      const back = await bench.hands.unmount();
      expect(failure(await sink.place(TARGET, null, null)).code).toBe('folder-missing');
      await sink.discard();
      const none = await bench.disk.openDownload(
        bench.folder,
        'file-2' as FileId,
        'v1' as RemoteFingerprint,
        TARGET,
      );
      expect(failure(none).code).toBe('folder-missing');
      expect(await bench.hands.files()).toEqual({});
      await back();
    });

    it('says which file could not be written where the folder does not allow it', async () => {
      const sink = await bench.received('new');
      await bench.hands.makeFolder('Other/deep');
      const refused = await bench.hands.denied('Other/deep', 'write', () => sink.place(TARGET, null, null));
      expect(failure(refused)).toMatchObject({ code: 'read-only' });
      expect(failure(refused).message).toContain(TARGET);
      value(await sink.place(TARGET, null, null));
      const tmp = await bench.hands.denied('.sitesync/tmp', 'write', () => bench.sink('file-3'));
      expect(failure(tmp)).toMatchObject({ code: 'read-only' });
      expect(failure(tmp).message).toContain('Other/new.txt');
    });

    it('does not fail a second time when it cleans up where nothing can be written', async () => {
      const sink = value(await bench.sink());
      value(await sink.write(Buffer.from('half')));
      await bench.hands.denied('.sitesync/tmp', 'write', async () => {
        await sink.suspend(NOTE);
        await sink.discard();
      });
      const again = value(await bench.sink());
      expect(again.offset).toBe(0);
      await again.discard();
      expect(await bench.parts()).toEqual([]);
    });
  });
}
