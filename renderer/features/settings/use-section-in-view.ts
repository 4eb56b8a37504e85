import { useEffect, useState } from 'react';

/** A few pixels of the section above, at the very edge, do not count as in view. */
const EDGE = '-24px 0px 0px 0px';

/**
 * Which of `sections` is in view: the one that was asked for as long as any of it is, since the last ones cannot be
 * scrolled to the top; else the first. Null until they are drawn.
 */
export function useSectionInView<S extends string>(
  sections: readonly S[],
  { asked, isDrawn }: { readonly asked: string | null; readonly isDrawn: boolean },
): S | null {
  const [inView, setInView] = useState<ReadonlySet<Element>>(new Set());
  useEffect(() => {
    const drawn = isDrawn ? [...document.querySelectorAll('.settings-section')] : [];
    const [first] = drawn;
    if (first === undefined) return undefined;
    const observer = new IntersectionObserver(
      (entries) =>
        setInView((before) => {
          const now = new Set(before);
          for (const { target, isIntersecting } of entries)
            if (isIntersecting) now.add(target);
            else now.delete(target);
          return now;
        }),
      { root: first.closest('.scroll'), rootMargin: EDGE },
    );
    for (const section of drawn) observer.observe(section);
    return () => observer.disconnect();
  }, [isDrawn]);
  const ids = new Set([...inView].map(({ id }) => id));
  const seen = sections.filter((section) => ids.has(`settings-${section}`));
  return seen.find((section) => section === asked) ?? seen[0] ?? null;
}
