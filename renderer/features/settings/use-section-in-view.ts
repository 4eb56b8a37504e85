import { useEffect, useState } from 'react';

/** A few pixels of the section above, at the very edge, do not count as in view. */
const EDGE = 24;

/**
 * Which of `sections` is looked at: the one that was asked for as long as any of it is in view, since the last ones
 * cannot be scrolled to the top; else the one that the scrolling has reached. Null until they are drawn.
 */
export function useSectionInView<S extends string>(
  sections: readonly S[],
  { asked, isDrawn }: { readonly asked: string | null; readonly isDrawn: boolean },
): S | null {
  const [current, setCurrent] = useState<S | null>(null);
  useEffect(() => {
    const drawn = isDrawn ? sections.map((section) => [section, elementOf(section)] as const) : [];
    const root = drawn[0]?.[1]?.closest('.scroll') ?? null;
    if (root === null) return undefined;
    const look = (): void => {
      const view = viewOf(root);
      const boxes = drawn.flatMap(([section, element]) =>
        element === null ? [] : [{ section, box: element.getBoundingClientRect() }],
      );
      const isInView = ({ box }: { readonly box: DOMRect }): boolean =>
        box.bottom > view.top && box.top < view.bottom;
      const there = boxes.find((each) => each.section === asked && isInView(each));
      const reached = there ?? boxes.findLast(({ box }) => box.top <= view.line) ?? boxes[0];
      setCurrent(reached?.section ?? null);
    };
    // Also tells of the first size.
    const observer = new ResizeObserver(look);
    for (const element of [root, ...root.children]) observer.observe(element);
    root.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      root.removeEventListener('scroll', look);
    };
  }, [sections, asked, isDrawn]);
  return current;
}

function elementOf(section: string): Element | null {
  return document.querySelector(`#settings-${CSS.escape(section)}`);
}

/**
 * Where the window of a scrolled area is, px, and the line in it that tells what was reached: it goes from its top to its
 * bottom as the area is scrolled from its beginning to its end, so that each section is reached in turn.
 */
function viewOf(root: Element): { readonly top: number; readonly bottom: number; readonly line: number } {
  const box = root.getBoundingClientRect();
  const top = box.top + EDGE;
  const way = root.scrollHeight - root.clientHeight;
  const share = way > 0 ? Math.min(1, Math.max(0, root.scrollTop / way)) : 0;
  return { top, bottom: box.bottom, line: top + (box.bottom - top) * share };
}
