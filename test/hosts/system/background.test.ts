import { expect, it } from 'vitest';
import { groupsIn } from '../../../main/hosts/system/background.ts';

it('finds both groups of a program, whatever it is called', () => {
  for (const name of ['node', 'a) S 1 2 3 (b', ''])
    expect(groupsIn(`4242 (${name}) S 4200 4242 4200 34816 4200 4194304 1 0`)).toEqual([4242, 4200]);
  expect(groupsIn('4242 (node) S 4200 4242 4200 0 -1 4194304 1 0')).toEqual([4242, -1]);
});

it('knows nothing by what is no line of the kernel', () => {
  expect([groupsIn(''), groupsIn('node')]).toEqual([[], []]);
});
