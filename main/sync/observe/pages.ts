import type { Result } from '../../../shared/failure.ts';
import type { Page } from '../ports/service.ts';

/** A list of the service page by page, until one fails, none follows, or the next does not go on. */
export async function* pagesOf<T>(
  fetch: (offset: number) => Promise<Result<Page<T>>>,
): AsyncGenerator<Result<Page<T>>, void> {
  for (let offset = 0; ;) {
    const page = await fetch(offset);
    yield page;
    const next = page.ok ? (page.value.next?.offset ?? null) : null;
    if (!page.ok || next === null || next <= offset || page.value.items.length === 0) return;
    offset = next;
  }
}
