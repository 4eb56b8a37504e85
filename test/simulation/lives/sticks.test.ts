import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { simulate } from '../simulate.ts';

describeLives('files whose names differ in case alone, on disks of any kind', 'sticks', 'sticks');

it('a record goes with the file that replaced its own under another spelling: seed 77402084', async () => {
  expect((await simulate(77_402_084, { sticks: true, refuses: true })).broken).toEqual([]);
});
