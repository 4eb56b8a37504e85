import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules of which another theme may break one: the markup is the same in each. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/**
 * What axe finds serious or critical in a page, as "rule: element"; with `looks` only what colours and sizes can do.
 * Without react-aria's announcer: it names a button for seven seconds, also one that has gone meanwhile.
 */
export async function seriousFaults(page: Page, what: 'all' | 'looks' = 'all'): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).exclude('[data-live-announcer]');
  if (what === 'all') axe.withTags(TAGS);
  else axe.withRules(OF_LOOKS);
  // A page without frames of other origins needs no second one to put the findings together in, which takes seconds.
  const { violations } = await axe.setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
