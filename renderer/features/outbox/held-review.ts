import { useEffect, useState } from 'react';

/** What a person has seen of a site's held deletes, and what they ticked. */
export interface HeldReview {
  /** Held when the review began, and ticked then. Whatever joins later is ticked only by the person. */
  readonly begun: ReadonlySet<string>;
  readonly ticked: ReadonlySet<string>;
  /** All that are held now. */
  readonly held: ReadonlySet<string>;
}

/** Starts a review of these files, or continues the one before if any of its files is still held. */
export function begunReview(before: HeldReview | undefined, keys: readonly string[]): HeldReview {
  if (before !== undefined && keys.some((key) => before.held.has(key))) return withHeld(before, keys);
  const all = new Set(keys);
  return { begun: all, ticked: all, held: all };
}

/** Drops files that were decided, which count as new if they come back. Files that joined are not ticked. */
export function withHeld(review: HeldReview, keys: readonly string[]): HeldReview {
  if (keys.length === review.held.size && keys.every((key) => review.held.has(key))) return review;
  const held = new Set(keys);
  const left = (of: ReadonlySet<string>): ReadonlySet<string> => new Set(keys.filter((key) => of.has(key)));
  return { begun: left(review.begun), ticked: left(review.ticked), held };
}

/** By site, for as long as the window is open. */
const reviews = new Map<string, HeldReview>();

interface Reviewing extends HeldReview {
  readonly tick: (keys: Iterable<string>) => void;
}

/** A review outlives its pane: people who look at something else and come back find their ticks. */
export function useHeldReview(site: string, keys: readonly string[]): Reviewing {
  const [kept, setKept] = useState(() => begunReview(reviews.get(site), keys));
  const review = withHeld(kept, keys);
  if (review !== kept) setKept(review);
  useEffect(() => void reviews.set(site, review), [site, review]);
  return { ...review, tick: (ticked) => setKept({ ...review, ticked: new Set(ticked) }) };
}
