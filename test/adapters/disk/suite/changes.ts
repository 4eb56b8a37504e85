import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { failure, value, type Bench } from './bench.ts';

const FROM = 'Other/a.txt' as RelPath;
const TO = 'Spec Sheet/deep/b.txt' as RelPath;
/** What a killed process leaves of a move from the one to the other. */
const NOTE = '.sitesync/tmp/move-1';
const note = (from: string, to: string): string => JSON.stringify([{ from, to }]);

export function changesSuite(bench: Bench): void {
  describe('moving and freeing', () => {
    it('renames into folders that it makes, and the file stays the same one', async () => {
      await bench.hands.write(FROM, 'a');
      const from = await bench.seen(FROM);
      const moved = value(await bench.disk.move(bench.folder, from, TO));
      expect(moved).toEqual({ ...from, path: TO });
      expect(await bench.seen(TO)).toEqual(moved);
      expect(await bench.files()).toEqual({ [TO]: 'a' });
    });

    it('stays where it is when it is there already', async () => {
      await bench.hands.write(FROM, 'a');
      const from = await bench.seen(FROM);
      expect(value(await bench.disk.move(bench.folder, from, FROM))).toEqual(from);
      expect(await bench.files()).toEqual({ [FROM]: 'a' });
    });

    it('changes case and spelling alone', async () => {
      await bench.hands.write('Other/é.txt'.normalize('NFC'), 'a');
      const composed = await bench.seen('Other/é.txt'.normalize('NFC'));
      const decomposed = 'Other/é.txt'.normalize('NFD') as RelPath;
      const upper = value(await bench.disk.move(bench.folder, composed, 'Other/É.TXT' as RelPath));
      value(await bench.disk.move(bench.folder, upper, decomposed));
      expect(Object.values(await bench.files())).toEqual(['a']);
      expect(await bench.seen(decomposed)).toEqual({ ...composed, path: decomposed });
    });

    it('takes a move back that was killed half-way, before a scan counts', async () => {
      await bench.hands.write(FROM, 'a');
      await bench.hands.hardLink(FROM, TO);
      await bench.hands.write(NOTE, note(FROM, TO));
      expect((await bench.scan()).paths).toEqual([FROM]);
      expect(await bench.files()).toEqual({ [FROM]: 'a' });
      expect(await bench.parts()).toEqual([]);
    });

    it('makes a move anew that was killed half-way', async () => {
      await bench.hands.write(FROM, 'a');
      await bench.hands.hardLink(FROM, TO);
      await bench.hands.write(NOTE, note(FROM, TO));
      const from = await bench.seen(FROM);
      expect(value(await bench.disk.move(bench.folder, from, TO))).toEqual({ ...from, path: TO });
      expect(await bench.files()).toEqual({ [TO]: 'a' });
      expect(await bench.parts()).toEqual([]);
    });

    it.each([
      ['was not begun', { [FROM]: 'a' }],
      ['was made', { [TO]: 'a' }],
      ['another file came in the place of', { [FROM]: 'a', [TO]: 'another' }],
    ])('forgets a move that %s', async (_, files) => {
      for (const [path, content] of Object.entries(files)) await bench.hands.write(path, content);
      await bench.hands.write(NOTE, note(FROM, TO));
      expect((await bench.scan()).paths).toEqual(Object.keys(files));
      expect(await bench.files()).toEqual(files);
      expect(await bench.parts()).toEqual([]);
    });

    it('forgets what says of no move inside the folder', async () => {
      await bench.hands.write(FROM, 'a');
      await bench.hands.hardLink(FROM, '.sitesync/other.json');
      for (const [index, text] of [
        '{"from":"Oth',
        '5',
        note('../x', FROM),
        note(FROM, '.sitesync/other.json'),
      ].entries())
        await bench.hands.write(`${NOTE}${index}`, text);
      expect((await bench.scan()).paths).toEqual([FROM]);
      expect(Object.keys(await bench.hands.files())).toContain('.sitesync/other.json');
      expect(await bench.parts()).toEqual([]);
    });

    it('counts nothing while the second name of a file cannot be removed, and says which', async () => {
      await bench.hands.write(FROM, 'a');
      await bench.hands.hardLink(FROM, TO);
      await bench.hands.write(NOTE, note(FROM, TO));
      const scan = () => bench.disk.scan(bench.folder, { ignore: [], scope: null }, () => undefined);
      const refused = failure(await bench.hands.denied('Spec Sheet/deep', 'write', scan));
      expect(refused).toMatchObject({ code: 'read-only' });
      expect(refused.message).toContain(FROM);
      expect(refused.message).toContain(TO);
      expect(await bench.files()).toEqual({ [FROM]: 'a', [TO]: 'a' });
      expect((await bench.scan()).paths).toEqual([FROM]);
    });

    it('leaves two names alone that a person gave a file', async () => {
      await bench.hands.write(FROM, 'a');
      await bench.hands.hardLink(FROM, TO);
      expect((await bench.scan()).paths).toEqual([FROM, TO]);
      expect(failure(await bench.disk.move(bench.folder, await bench.seen(FROM), TO)).code).toBe(
        'changed-meanwhile',
      );
      expect(await bench.files()).toEqual({ [FROM]: 'a', [TO]: 'a' });
      expect(await bench.parts()).toEqual([]);
    });

    it('overwrites nothing', async () => {
      await bench.hands.write(FROM, 'a');
      await bench.hands.write(TO, 'b');
      const from = await bench.seen(FROM);
      expect(failure(await bench.disk.move(bench.folder, from, TO)).code).toBe('changed-meanwhile');
      await bench.hands.makeFolder('Other/folder');
      expect(failure(await bench.disk.move(bench.folder, from, 'Other/folder' as RelPath)).code).toBe(
        'unsafe-path',
      );
      expect(await bench.files()).toEqual({ [FROM]: 'a', [TO]: 'b' });
    });

    it('touches nothing that is not what the caller saw', async () => {
      await bench.hands.write(FROM, 'a');
      const from = await bench.seen(FROM);
      await bench.hands.replace(FROM, 'edited');
      for (const refused of [
        await bench.disk.move(bench.folder, from, TO),
        await bench.disk.free(bench.folder, from),
        await bench.disk.trash(bench.folder, from),
      ])
        expect(failure(refused).code).toBe('changed-meanwhile');
      expect(await bench.files()).toEqual({ [FROM]: 'edited' });
      await bench.hands.remove(FROM);
      for (const refused of [
        await bench.disk.move(bench.folder, from, TO),
        await bench.disk.free(bench.folder, from),
        await bench.disk.trash(bench.folder, from),
      ])
        expect(failure(refused).code).toBe('changed-meanwhile');
    });

    it('passes no link and leaves no site', async () => {
      await bench.hands.write(FROM, 'a');
      await bench.hands.link('Linked');
      const from = await bench.seen(FROM);
      for (const to of ['Linked/x.txt', '../outside/x.txt', '.sitesync/tmp/x'])
        expect(failure(await bench.disk.move(bench.folder, from, to as RelPath)).code).toBe('unsafe-path');
      const behind = { ...from, path: 'Linked/secret.txt' as RelPath };
      for (const refused of [
        await bench.disk.move(bench.folder, behind, TO),
        await bench.disk.free(bench.folder, behind),
        await bench.disk.trash(bench.folder, behind),
      ])
        expect(failure(refused).code).toBe('unsafe-path');
      expect(await bench.hands.outside()).toEqual({ 'secret.txt': 'secret' });
      expect(await bench.files()).toEqual({ [FROM]: 'a' });
    });

    it('frees a copy without a trace', async () => {
      await bench.hands.write(FROM, 'a');
      value(await bench.disk.free(bench.folder, await bench.seen(FROM)));
      expect(await bench.files()).toEqual({});
      expect(await bench.trash()).toEqual([]);
    });

    it('names the file that a folder does not give up', async () => {
      await bench.hands.write(FROM, 'a');
      const from = await bench.seen(FROM);
      const refused = await bench.hands.denied('Other', 'write', async () => [
        await bench.disk.move(bench.folder, from, TO),
        await bench.disk.free(bench.folder, from),
        await bench.disk.trash(bench.folder, from),
      ]);
      for (const result of refused) {
        expect(failure(result)).toMatchObject({ code: 'read-only', retry: 'later' });
        expect(failure(result).message).toContain(FROM);
      }
      expect(await bench.files()).toEqual({ [FROM]: 'a' });
    });

    it('names the trash where that is what may not be written', async () => {
      await bench.hands.write(FROM, 'a');
      const from = await bench.seen(FROM);
      const sink = await bench.received('new');
      await bench.hands.makeFolder('.sitesync/trash');
      const [removed, replaced] = await bench.hands.denied('.sitesync/trash', 'write', async () => [
        await bench.disk.trash(bench.folder, from),
        await sink.place(FROM, from, null),
      ]);
      for (const result of [removed, replaced]) {
        expect(failure(result)).toMatchObject({ code: 'read-only', retry: 'later' });
        expect(failure(result).message).toContain(FROM);
        // Of a folder that belongs to somebody else more is known than of a drive that is write-protected.
        expect(failure(result).message).toMatch(
          /has to be kept in \.sitesync\/trash before|\.sitesync\/trash, where it keeps what it replaces/,
        );
        expect(failure(result).hint).toContain('.sitesync/trash');
      }
      expect(await bench.files()).toEqual({ [FROM]: 'a' });
      value(await sink.place(FROM, from, null));
    });

    it('names what lies in the place of the trash', async () => {
      await bench.hands.write(FROM, 'a');
      const from = await bench.seen(FROM);
      const sink = await bench.received('new');
      await bench.hands.write('.sitesync/trash', 'no folder');
      for (const result of [
        await bench.disk.trash(bench.folder, from),
        await bench.disk.free(bench.folder, from, true),
        await sink.place(FROM, from, null),
      ]) {
        const { code, retry, message, hint } = failure(result);
        expect({ code, retry }).toEqual({ code: 'unsafe-path', retry: 'later' });
        expect(message).toContain(`${FROM} was left alone: what it is now has to be kept in .sitesync/trash`);
        expect(hint).toContain('Rename or move away the file .sitesync/trash');
      }
      expect(await bench.files()).toEqual({ [FROM]: 'a' });
      await bench.hands.remove('.sitesync/trash');
      value(await sink.place(FROM, from, null));
    });

    it('calls no trash write-protected that something else keeps a file out of', async () => {
      await bench.hands.write(FROM, 'a');
      const from = await bench.seen(FROM);
      const sink = await bench.received('new');
      await bench.hands.write('.sitesync/trash', 'no folder');
      for (const result of [await bench.disk.trash(bench.folder, from), await sink.place(FROM, from, null)]) {
        expect(failure(result).code).not.toBe('read-only');
        expect(failure(result).hint).not.toContain('write-protected');
      }
      expect(await bench.files()).toEqual({ [FROM]: 'a' });
    });
  });
}
