import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rig } from '../renderer/rig/rig.ts';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../renderer/rig/chromium.ts';

const SITE = 'harbour';
const FILES = 1500;

describe.skipIf(CHROMIUM === null)(`${FILES} tiny files${WITHOUT_CHROMIUM}`, { timeout: 120_000 }, () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await Rig.open({
      seed: ({ store }) => {
        store.addSite({ id: SITE, name: 'Harbour House' });
        for (let at = 0; at < FILES; at += 1)
          store.addFile(SITE, { name: `${at}.txt`, category: 'other', content: `sheet ${at}\n` });
      },
    });
  }, 120_000);
  afterAll(() => rig?.close());

  it('are told by their number from the first to the last, whatever is on its way', async () => {
    // Notes what the status bar says of the run, whenever that changes.
    await rig.page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const look = (): void => {
        const text = document.querySelector('.status-bar-running')?.textContent ?? '';
        if (text !== '' && text !== said.at(-1)) said.push(text);
      };
      new MutationObserver(look).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    rig.service.set({ latencyMs: 60 });
    await rig.follow(SITE);
    const said = await rig.page.evaluate(() => (window as unknown as { said: string[] }).said);
    const isOfRun = (words: string): boolean => /^[\d,]+ of 1,500 files( · [^·]+ left)?$/.test(words);
    const run = said.slice(said.findIndex(isOfRun), said.findLastIndex(isOfRun));
    expect(run.length).toBeGreaterThan(10);
    expect(run.filter((words) => !isOfRun(words))).toEqual([]);
    // Of many that are pending no second is promised.
    const early = run.filter((words) => /^[1-9]?\d{1,2} of /.test(words));
    expect(early.filter((words) => / · 1 s left/.test(words))).toEqual([]);
    expect(rig.bugs).toEqual([]);
  });
});
