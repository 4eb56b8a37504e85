import { describe, expect, it } from 'vitest';
import {
  EVERYTHING,
  filterOf,
  paramsOf,
  STATUS_ORDER,
} from '../../../renderer/features/files/file-filter.ts';

describe('a filter in the address', () => {
  it.each([
    EVERYTHING,
    { text: 'ahu 03', category: 'spec-sheet' as const, status: [], folder: null },
    {
      text: '',
      category: null,
      status: ['conflict' as const, 'failed' as const],
      folder: 'Other/Air & water',
    },
  ])('comes back as it was written: %j', (filter) => {
    const back = filterOf(paramsOf(filter));
    expect({ ...back, status: back.status.toSorted() }).toEqual(filter);
  });

  it('leaves out what it does not know', () => {
    expect(filterOf({ category: 'no-such', status: 'failed,nonsense', folder: '' })).toEqual({
      ...EVERYTHING,
      status: ['failed'],
    });
  });

  it('offers no state that lasts for a moment: a list of what is on its way would be empty', () => {
    expect(STATUS_ORDER.filter((status) => status.endsWith('loading'))).toEqual([]);
  });
});
