import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasFocus } from '../renderer/rig/has-focus.ts';
import { Rig } from '../renderer/rig/rig.ts';
import { worldOfATry } from '../renderer/rig/world-of-a-try.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const NAMES = ['Points.csv', 'Sequence.txt', 'Valves.txt', 'Fans.txt'] as const;
/** One of them is longer than a window, and has lines that are wider than one. */
const contentOf = (name: string): string =>
  name === 'Fans.txt' ? `one${', and more'.repeat(60)}\ntwo\nthree\n`.repeat(20) : 'one\ntwo\nthree\n';

describe.skipIf(CHROMIUM === null)(`files that changed on both sides${WITHOUT_CHROMIUM}`, () => {
  let rig: Rig;
  let folder: string;

  const open = async (): Promise<void> => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (const name of NAMES) store.addFile(SITE, { name, category: 'other', content: contentOf(name) });
      },
    });
    folder = await rig.follow(SITE);
    await rig.call('app.pause', { paused: true });
    for (const name of NAMES) {
      await writeFile(join(folder, 'Other', name), `${contentOf(name)}mine of ${name}\n`);
      const record = rig.service.store.files(SITE).find((file) => file.name === name);
      rig.service.store.editFile(record!.id, { content: contentOf(name).replaceAll('two', 'two, theirs') });
    }
    await rig.call('app.pause', { paused: false });
    await rig.conflicts(4);
  };
  worldOfATry(open, () => rig?.close());

  /** Shows the conflict of a file. */
  const show = async (name: string): Promise<void> => {
    await rig.goTo('outbox/issues');
    await rig.pick(new RegExp(name.replace('.', String.raw`\.`)), name);
  };
  const here = async (): Promise<readonly string[]> => (await readdir(join(folder, 'Other'))).toSorted();

  it('leave no category looking as if all were well', async () => {
    await rig.goTo(`site/${SITE}/overview`);
    const other = rig.page.locator('[data-drop-category="other"]');
    await other.getByText('4 conflicts', { exact: true }).waitFor();
    expect(await rig.page.getByText('All here').count()).toBe(0);
    const issues = rig.page.getByRole('region', { name: 'Issues' });
    await issues.getByText('Conflict · changed here and there').first().waitFor();
    expect(await other.locator('.tone-ok').count()).toBe(0);
    for (const theme of ['dark', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`overview-conflicts-${theme}`);
    }
    expect(await rig.serious()).toEqual([]);
  }, 120_000);

  it('say in the list of files whose version each row is', async () => {
    await rig.goTo(`site/${SITE}/files`);
    await rig.page.getByRole('row', { name: /^Fans\.txt.*Conflict · theirs/ }).waitFor();
    await rig.page.getByRole('row', { name: /^Fans \(conflict .*Conflict · mine/ }).waitFor();
    for (const theme of ['dark', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`files-conflicts-${theme}`);
    }
  }, 120_000);

  it('stand side by side, with what each has that the other lacks', async () => {
    await show('Points.csv');
    const mine = rig.page.getByRole('region', { name: 'Mine', exact: true });
    const theirs = rig.page.getByRole('region', { name: 'Theirs', exact: true });
    await mine.getByText('mine of Points.csv').waitFor();
    await theirs.getByText('two, theirs').waitFor();
    await mine.getByText(/^Changed .* by /).waitFor();
    expect(await rig.page.getByRole('radio', { name: /Keep both/ }).isChecked()).toBe(true);
  }, 120_000);

  it('are decided without a scroll in a narrow window', async () => {
    await rig.page.setViewportSize({ width: 640, height: 800 });
    await show('Fans.txt');
    await rig.page.getByText('two, theirs').first().waitFor();
    const choices = rig.page.getByRole('radiogroup', { name: 'What to keep' });
    const primary = rig.page.getByRole('button', { name: 'Keep both' });
    for (const theme of ['light', 'contrast'] as const) {
      await rig.theme(theme);
      const [choose, act] = await Promise.all([choices.boundingBox(), primary.boundingBox()]);
      expect(choose!.y + choose!.height).toBeLessThanOrEqual(act!.y);
      expect(act!.y + act!.height).toBeLessThanOrEqual(800);
      // What they are chosen by is read beside them.
      const mine = rig.page.getByRole('region', { name: 'Mine', exact: true });
      const facts = (await mine.getByText(/^Changed .* by /).boundingBox())!;
      expect(facts.y + facts.height).toBeLessThanOrEqual(choose!.y);
      // What differs is in sight, however long the line before it is.
      const theirs = rig.page.getByRole('group', { name: 'What theirs holds' });
      const differs = theirs.getByText('two, theirs').first();
      const [room, line] = await Promise.all([theirs.boundingBox(), differs.boundingBox()]);
      expect(line!.y + line!.height).toBeLessThanOrEqual(room!.y + room!.height);
      await rig.shot(`conflict-640-${theme}`);
    }
    expect(await rig.serious()).toEqual([]);
    await rig.theme('light');
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  }, 120_000);

  it('have their choices beside each other in a low window that is wide enough', async () => {
    await show('Points.csv');
    await rig.page.setViewportSize({ width: 900, height: 640 });
    const tops = (): Promise<ReadonlySet<number>> =>
      rig.page
        .locator('.outbox-decision .radio-card')
        .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
        .then((all) => new Set(all));
    for (const theme of ['dark', 'contrast', 'light'] as const) {
      await rig.theme(theme);
      await rig.shot(`conflict-900-${theme}`);
      expect(await tops()).toHaveProperty('size', 1);
    }
    await rig.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keep mine makes my version the next one of the file', async () => {
    await show('Points.csv');
    // Where there is the least room, what is said leaves the choices free.
    await rig.page.setViewportSize({ width: 1024, height: 700 });
    await rig.theme('contrast');
    await rig.page.getByText('Keep mine', { exact: true }).click();
    await rig.page.getByRole('button', { name: 'Keep mine' }).press('Enter');
    // The next keys go to the list, of which the next one is shown.
    await hasFocus(rig.page.getByRole('grid', { name: 'Outbox' }));
    // Under the pointer the message stays; the next one is decided by keys meanwhile.
    await rig.page.getByText('Kept yours: “Points.csv”. Theirs is in the trash.').hover();
    await rig.page.getByRole('grid').first().focus();
    await rig.page.keyboard.press('ArrowDown');
    const bottomOfSaid = async (): Promise<number> => {
      const said = await rig.page.locator('.toasts').boundingBox();
      return said === null ? Infinity : said.y + said.height;
    };
    // The list moves up when the one that is decided goes, and the next one is shown then.
    const choices = rig.page.getByRole('radiogroup', { name: 'What to keep' });
    const topOfChoices = async (): Promise<number> => (await choices.boundingBox())?.y ?? -Infinity;
    await expect.poll(async () => (await topOfChoices()) - (await bottomOfSaid())).toBeGreaterThanOrEqual(0);
    await rig.theme('light');
    await rig.page.setViewportSize({ width: 1280, height: 800 });
    await rig.conflicts(3);
    await rig.arrived(SITE, 'Points.csv', 'one\ntwo\nthree\nmine of Points.csv\n');
    expect((await here()).filter((name) => name.startsWith('Points'))).toEqual(['Points.csv']);
  }, 120_000);

  const left = async (): Promise<number> => (await rig.call('app.state', null)).outbox.conflicts;
  const keepTheirs = async (): Promise<void> => {
    const before = await left();
    await show('Sequence.txt');
    await rig.page.getByText('mine of Sequence.txt').waitFor();
    await rig.page.getByText('Keep theirs', { exact: true }).click();
    await rig.page.getByRole('button', { name: 'Keep theirs' }).click();
    await rig.conflicts(before - 1);
  };

  it('keep theirs leaves mine in the trash, and is undone from where it is said', async () => {
    const before = await left();
    await keepTheirs();
    const said = rig.page
      .getByRole('alertdialog')
      .filter({ hasText: 'Kept theirs: “Sequence.txt”. Yours is in the trash.' });
    await said.getByRole('button', { name: 'Undo' }).click();
    await rig.page.getByText(/^Both versions are there again: “Sequence .*\.txt”$/).waitFor();
    await rig.conflicts(before);
    await keepTheirs();
    expect(await readFile(join(folder, 'Other', 'Sequence.txt'), 'utf8')).toBe('one\ntwo, theirs\nthree\n');
    const trash = await rig.call('trash.list', { site: SITE });
    expect(trash.some(({ path }) => path.includes('Sequence'))).toBe(true);
  }, 120_000);

  /** Decides those that the tests before this one decide, where they are still open. */
  const twoAreLeft = async (): Promise<void> => {
    const { conflicts } = await rig.call('outbox.get', { site: SITE });
    const others = conflicts.filter(({ copy }) => !/Valves|Fans/.test(copy));
    if (others.length === 0) return;
    const items = others.map(({ copy }) => ({ site: SITE, copy }));
    await rig.call('conflicts.resolve', { choice: 'theirs', items });
    await rig.conflicts(2);
  };

  it('the others are resolved alike in one go, and keep both is the default', async () => {
    await twoAreLeft();
    await show('Valves.txt');
    // What there will be is named before it is done, and after.
    await rig.page.getByText('Valves (2).txt', { exact: true }).waitFor();
    await rig.page.getByText('Same for the other conflict').click();
    await rig.page.getByRole('button', { name: 'Keep both in 2 conflicts' }).click();
    await rig.page
      .getByText(
        /^Both are kept in 2 conflicts\. The copies are now “(Valves|Fans) \(2\)\.txt” and “(Valves|Fans) \(2\)\.txt”\.$/,
      )
      .waitFor();
    await rig.conflicts(0);
    await rig.settled(SITE);
    const names = await here();
    expect(names.filter((name) => name.startsWith('Valves'))).toHaveLength(2);
    expect(names.filter((name) => name.startsWith('Fans'))).toHaveLength(2);
    expect(names.some((name) => name.includes('conflict'))).toBe(false);
    await rig.page.getByText('Nothing needs you').waitFor();
    // Of what is done nothing can be picked: no room is kept for its boxes.
    const name = rig.page.getByRole('row').getByText('Uploaded').first();
    await rig.goTo('outbox/done');
    const [told, list] = [await name.boundingBox(), await rig.page.getByRole('grid').first().boundingBox()];
    expect(told!.x - list!.x).toBeLessThan(60);
    expect(rig.bugs).toEqual([]);
  }, 120_000);
});
