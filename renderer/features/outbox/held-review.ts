import { useEffect, useState } from 'react';

/** What a person has looked at of a site's held deletes, and what they chose. */
export interface HeldReview {
  /** Held when the review began: they were ticked then. What comes later is ticked by the person alone. */
  readonly begun: ReadonlySet<string>;
  readonly ticked: ReadonlySet<string>;
  /** All that is held now. */
  readonly held: ReadonlySet<string>;
}

/** The review of these files; one that was left and in which something is still held goes on where it was. */
export function begunReview(before: HeldReview | undefined, keys: readonly string[]): HeldReview {
  if (before !== undefined && keys.some((key) => before.held.has(key))) return withHeld(before, keys);
  const all = new Set(keys);
  return { begun: all, ticked: all, held: all };
}

/** What was decided is out of it, and is new where it comes back; a delete that joined is ticked by nobody yet. */
export function withHeld(review: HeldReview, keys: readonly string[]): HeldReview {
  if (keys.length === review.held.size && keys.every((key) => review.held.has(key))) return review;
  const held = new Set(keys);
  const left = (of: ReadonlySet<string>): ReadonlySet<string> => new Set(keys.filter((key) => of.has(key)));
  return { begun: left(review.begun), ticked: left(review.ticked), held };
}

/** By the site, for as long as the window is open. */
const reviews = new Map<string, HeldReview>();

interface Reviewing extends HeldReview {
  readonly tick: (keys: Iterable<string>) => void;
}

/** A review outlives its pane: who looks at something else and comes back finds their ticks. */
export function useHeldReview(site: string, keys: readonly string[]): Reviewing {
  const [kept, setKept] = useState(() => begunReview(reviews.get(site), keys));
  const review = withHeld(kept, keys);
  if (review !== kept) setKept(review);
  useEffect(() => void reviews.set(site, review), [site, review]);
  return { ...review, tick: (ticked) => setKept({ ...review, ticked: new Set(ticked) }) };
}
