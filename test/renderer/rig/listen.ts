import type { Page } from 'playwright-core';

const LIVE =
  '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], [role="alertdialog"]';

/** Notes from now on what a screen reader would speak by itself, in the order in which it comes. Returns how to read it. */
export async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate((live) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    new MutationObserver((changes) => {
      const regions = new Set<Element>();
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes]) {
          const element = node instanceof Element ? node : node.parentElement;
          const region = element?.closest(live);
          if (region !== undefined && region !== null) regions.add(region);
        }
      for (const region of regions) {
        const words = (region.textContent ?? '').replaceAll('\u00A0', ' ').trim();
        if (words !== '') said.push(words);
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }, LIVE);
  return () => page.evaluate(() => [...(globalThis as unknown as { readonly said: string[] }).said]);
}
