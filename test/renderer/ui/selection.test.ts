import { describe, expect, it } from 'vitest';
import {
  EVERYTHING,
  NOTHING,
  countSelected,
  isSelected,
  only,
  toggle,
  withKeys,
  without,
} from '../../../renderer/ui/table/selection.ts';

describe('a selection', () => {
  it('names some keys', () => {
    const some = toggle(withKeys(NOTHING, ['a', 'b']), 'a');
    expect(some).toEqual(only(['b']));
    expect(countSelected(some, 100_000)).toBe(1);
    expect(isSelected(some, 'b')).toBe(true);
  });

  it('means all but some, loaded or not', () => {
    const most = without(EVERYTHING, ['a', 'b']);
    expect(countSelected(most, 100_000)).toBe(99_998);
    expect(isSelected(most, 'never seen')).toBe(true);
    expect(isSelected(most, 'a')).toBe(false);
    expect(countSelected(toggle(most, 'a'), 100_000)).toBe(99_999);
    expect(countSelected(withKeys(most, ['a', 'b']), 100_000)).toBe(100_000);
  });

  it('leaves what it came from as it was', () => {
    const before = only(['a']);
    toggle(before, 'a');
    expect(before).toEqual(only(['a']));
  });
});
