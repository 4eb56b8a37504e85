import type { Locator, Page } from 'playwright-core';

/** The row of a model in the list of its site's models. */
export function modelRow(page: Page, name: string): Locator {
  return page
    .getByRole('region', { name: 'Models of this site' })
    .getByRole('listitem')
    .filter({ hasText: name });
}
