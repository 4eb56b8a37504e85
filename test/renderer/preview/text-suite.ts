import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, expectInert, troubleOf, type PreviewRig } from './preview-rig.ts';

export function textSuite(rig: () => PreviewRig): void {
  describe('of a text', () => {
    it('shows one of any length a page at a time; pages neither cut nor repeat a line', async () => {
      const lines = Array.from({ length: 30_000 }, (_, line) => `line ${line} — Grüße`);
      const page = await rig().show('long.log', lines.join('\n'));
      const read: string[] = [];
      for (;;) {
        const of = page.getByText(/^Page \d+ of \d+$/);
        const [, now, last] = /Page (\d+) of (\d+)/.exec((await of.textContent()) ?? '')!;
        await page.locator('pre').first().waitFor();
        for (const block of await page.locator('pre').allTextContents()) read.push(...block.split('\n'));
        if (now === last) break;
        await page.getByRole('button', { name: 'Next page' }).click();
        await page.getByText(`Page ${Number(now) + 1} of ${last}`).waitFor();
        await eventually(() => page.locator('pre').first().textContent()).not.toContain('line 0 ');
      }
      expect(read).toEqual(lines);
    });

    it.each([
      ['UTF-8', Buffer.from('\u{FEFF}Lüften', 'utf8')],
      ['UTF-16', Buffer.from('\u{FEFF}Lüften', 'utf16le')],
      ['UTF-16', Buffer.from('Lüften und Heizen', 'utf16le')],
      ['Windows-1252', Buffer.from('Lüften', 'latin1')],
      // The first letter beyond ASCII comes late.
      ['Windows-1252', Buffer.from(`Lueften\n${'a line of a log\n'.repeat(400)}21 °C\n`, 'latin1')],
    ])('reads what is written in %s (%#)', async (encoding, bytes) => {
      const page = await rig().show('note.txt', bytes);
      await page.getByText(encoding, { exact: true }).waitFor();
      expect(await page.locator('pre').first().textContent()).toMatch(/^L(ü|ue)ften/);
      expect(await page.locator('.text-stage').textContent()).not.toContain('\uFFFD');
    });

    it.each([
      ['UTF-16', 'utf16le'],
      ['UTF-16 BE', 'be'],
    ])('reads %s without a mark where hardly a letter has a zero in it', async (encoding, kind) => {
      const bytes = Buffer.from('Вентиляция включена\r\nΑερισμός\r\n'.repeat(20), 'utf16le');
      const page = await rig().show('note.txt', kind === 'be' ? bytes.swap16() : bytes);
      await page.getByText(encoding, { exact: true }).waitFor();
      expect(await page.locator('pre').first().textContent()).toMatch(/^Вентиляция включена\nΑερισμός\n/);
    });

    it('shows a log with the zeros of a loss of power in it', async () => {
      const log = `${'2026-01-01 line\n'.repeat(50)}${'\0'.repeat(2001)}2026-01-02 after it\n`;
      const page = await rig().show('plant.log', log);
      expect(await page.locator('.text-stage').textContent()).toContain('2026-01-02 after it');
    });

    it('goes to the last page of one that became shorter', async () => {
      const path = join(tmpdir(), `sitesync-shrinks-${process.pid}.log`);
      const line = 'a line of a log that is fifty-nine letters long, or so\n';
      try {
        await writeFile(path, line.repeat(25_000));
        const page = await rig().show('plant.log', { path });
        for (const number of [1, 2, 3]) {
          await page.getByText(`Page ${number} of 6`).waitFor();
          await page.getByRole('button', { name: 'Next page' }).click();
        }
        await page.getByText('Page 4 of 6').waitFor();
        await writeFile(path, line.repeat(6000));
        await page.getByRole('button', { name: 'Next page' }).click();
        await page.getByText('Page 2 of 2').waitFor();
        expect(await page.locator('.text-stage').textContent()).toContain('a line of a log');
        await page.getByRole('button', { name: 'Previous page' }).click();
        await page.getByText('Page 1 of 2').waitFor();
      } finally {
        await rm(path, { force: true });
      }
    });

    it('shows a page of HTML as the letters that it is', async () => {
      const page = await rig().show(
        'page.html',
        '<h1>Hi</h1><script src="https://evil.example/a.js"></script>',
      );
      expect(await page.locator('pre').textContent()).toContain('<script src=');
      expectInert(rig());
    });

    it.each([
      ['empty.txt', '', 'is empty'],
      ['program.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 0, 0, 0, 0, 9]), 'is not text'],
    ])('says what is wrong with %s', async (name, content, words) => {
      expect(await troubleOf(await rig().show(name, content))).toContain(words);
    });

    it('says of a kind that it cannot show that there is no preview', async () => {
      const page = await rig().show('tower.dwg', 'AC1032');
      await page.getByText('There is no preview for “tower.dwg”').waitFor();
    });

    it('says so where the file is gone', async () => {
      const page = await rig().show('gone.txt', { path: '/nowhere/at/all' });
      expect(await troubleOf(page)).toContain('“gone.txt” is not on this computer');
    });

    it('blames no file for a part of the program that is missing', async () => {
      const { context } = rig();
      await context.route('**/text-view*', (route) => route.abort());
      const page = await rig().show('note.txt', 'hello');
      expect(await troubleOf(page)).toContain('a part of SiteSync could not be loaded');
      expect(await troubleOf(page)).toContain('Reload the window.');
      await context.unroute('**/text-view*');
      await page.reload();
      await page.locator('pre').waitFor();
    });

    it('is closed by Space and by Esc, and opens again', async () => {
      const page = await rig().show('note.txt', 'hello', { where: 'dialog' });
      for (const key of ['Space', 'Escape']) {
        await page.locator('pre').waitFor();
        await page.locator('.text-stage').focus();
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Show' }).click();
      }
    });
  });
}
