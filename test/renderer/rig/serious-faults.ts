import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of which another theme may break one: the markup is the same in each. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/**
 * What axe finds serious or critical in a page, as "rule: element"; with `looks` only what colours and sizes can do.
 * Without react-aria's announcer: it names a button for seven seconds, also one that has gone meanwhile.
 */
export async function seriousFaults(page: Page, what: 'all' | 'looks' = 'all'): Promise<readonly string[]> {
  if (page.frames().length > 1) throw new Error('axe looks into no frame within a page');
  // Once for each page that is loaded: to read axe takes as long as to run it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: RunOptions = {
    runOnly: what === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: OF_LOOKS },
    // What it finds no fault with is told by its first element alone: to tell it all takes as long as to find it.
    resultTypes: ['violations'],
  };
  const { violations } = await page.evaluate((asked) => {
    const { axe: here } = globalThis as unknown as { readonly axe: typeof axe };
    return here.run({ exclude: '[data-live-announcer]' }, asked);
  }, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
