import { describe, expect, it } from 'vitest';
import { begunReview, withHeld } from '../../../renderer/features/outbox/held-review.ts';

describe('a review of held deletes', () => {
  it('begins with all of them ticked', () => {
    expect([...begunReview(undefined, ['a', 'b']).ticked]).toEqual(['a', 'b']);
  });

  it('ticks nothing that joins later, nor what was decided and comes back', () => {
    const review = withHeld(begunReview(undefined, ['a', 'b']), ['a', 'b', 'c']);
    expect([...review.ticked]).toEqual(['a', 'b']);
    expect([...review.begun]).toEqual(['a', 'b']);
    const back = withHeld(withHeld(review, ['b', 'c']), ['a', 'b', 'c']);
    expect([...back.ticked]).toEqual(['b']);
    // Not even when all that it began with is decided.
    expect([...withHeld(back, ['c', 'd']).ticked]).toEqual([]);
  });

  it('goes on where it was while something of it is held, and begins anew with others', () => {
    const left = { ...begunReview(undefined, ['a', 'b']), ticked: new Set(['b']) };
    expect([...begunReview(left, ['a', 'b', 'c']).ticked]).toEqual(['b']);
    expect([...begunReview(left, ['x', 'y']).ticked]).toEqual(['x', 'y']);
  });

  it('is the same one while nothing changes', () => {
    const review = begunReview(undefined, ['a', 'b']);
    expect(withHeld(review, ['b', 'a'])).toBe(review);
  });
});
