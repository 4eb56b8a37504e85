import { describe, expect, it } from 'vitest';
import { failure, type Bench } from './bench.ts';

/** Whether a scan counts, and how it ends. */
export function scanEndsSuite(bench: Bench): void {
  describe('a scan', () => {
    it('does not count where .siteignore is there and cannot be read', async () => {
      await bench.hands.write('.siteignore', 'private/');
      await bench.hands.write('private/diary.txt', 'mine');
      const seen: unknown[] = [];
      const scanned = await bench.hands.denied('.siteignore', 'read', () =>
        bench.disk.scan(bench.folder, { ignore: [], scope: null }, (files) => seen.push(...files)),
      );
      expect(failure(scanned)).toMatchObject({ code: 'unreadable' });
      expect(failure(scanned).message).toContain('.siteignore');
      expect(seen).toEqual([]);
    });

    it('does not count without the folder or its marker', async () => {
      await bench.hands.write('Other/a.txt', 'a');
      const nowhere = await bench.disk.scan(
        `${bench.folder} 2`,
        { ignore: [], scope: null },
        () => undefined,
      );
      expect(failure(nowhere).code).toBe('folder-missing');
      const back = await bench.hands.unmount();
      const unmounted = await bench.disk.scan(bench.folder, { ignore: [], scope: null }, () => undefined);
      expect(failure(unmounted)).toMatchObject({ code: 'folder-missing' });
      expect(failure(unmounted).message).toContain(bench.folder);
      await back();
      expect((await bench.scan()).paths).toEqual(['Other/a.txt']);
    });

    it('stops when told to', async () => {
      await bench.hands.write('Other/a.txt', 'a');
      const signal = AbortSignal.abort();
      const seen: unknown[] = [];
      const stopped = await bench.disk.scan(bench.folder, { ignore: [], scope: null, signal }, (files) =>
        seen.push(...files),
      );
      expect(failure(stopped).code).toBe('cancelled');
      expect(seen).toEqual([]);
    });

    it('ends with what the taker of the files throws, and scans again after it', async () => {
      await bench.hands.write('Other/a.txt', 'a');
      const taken = bench.disk.scan(bench.folder, { ignore: [], scope: null }, () => {
        throw new Error('no room for them');
      });
      await expect(taken).rejects.toThrow('no room for them');
      expect((await bench.scan()).paths).toEqual(['Other/a.txt']);
    });

    it('hands thousands of files out once each', async () => {
      for (let n = 0; n < 2100; n++) await bench.hands.write(`Other/${n % 7}/${n}.txt`, '');
      const { paths, report } = await bench.scan();
      expect(new Set(paths).size).toBe(2100);
      expect(report.files).toBe(2100);
    });
  });
}
