import type { Page } from 'playwright-core';

/**
 * Drags files and folders of this computer into the window as a file manager would: the browser itself reads them, so
 * the page gets its real directory entries. Lets go over the element, or stays there with `drop` false.
 */
export async function drag(
  page: Page,
  paths: readonly string[],
  selector: string,
  { drop = true } = {},
): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on screen`);
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const steps = drop ? (['dragEnter', 'dragOver', 'drop'] as const) : (['dragEnter', 'dragOver'] as const);
  for (const type of steps) await session.send('Input.dispatchDragEvent', { type, ...at, data });
  await session.detach();
}
