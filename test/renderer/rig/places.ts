import type { Locator } from 'playwright-core';

/** What a person can press, by its words, and where its corner is in whole pixels. */
export async function placesOf(part: Locator): Promise<ReadonlyMap<string, string>> {
  const found = await part.locator('a, button, input, summary, [role=row]').evaluateAll((all) =>
    all.flatMap((each): (readonly [string, string])[] => {
      const { left, top, width } = each.getBoundingClientRect();
      const name = each.getAttribute('aria-label') ?? each.textContent;
      // A count that comes to a name makes no other one of it.
      return width === 0
        ? []
        : [[`${each.tagName} ${name?.replace(/\d+$/, '')}`, `${Math.round(left)} ${Math.round(top)}`]];
    }),
  );
  return new Map(found);
}

/** What was there before, is there still, and stands elsewhere. */
export function movedOf(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...before].flatMap(([name, place]) => {
    const now = after.get(name);
    return now === undefined || now === place ? [] : [`${name}: ${place} -> ${now}`];
  });
}
