import { expect, it } from 'vitest';
import { DropTeller } from '../../../main/app/drop/drop-progress.ts';
import type { AppContext } from '../../../main/app/context.ts';

it('tells four times a second how far a drop is, also by a clock that is set back', () => {
  let now = 1_795_000_000_000;
  const told: number[] = [];
  const app = {
    env: { now: () => now },
    emit: (_name: string, { filesDone }: { filesDone: number }) => told.push(filesDone),
  };
  const teller = new DropTeller(app as unknown as AppContext, 'drop');
  teller.begin('copying', 100, 100);
  for (let file = 0; file < 10; file++) {
    now += 50;
    teller.fileDone();
  }
  expect(told).toEqual([0, 5, 10]);
  now -= 86_400_000;
  teller.fileDone();
  expect(told).toEqual([0, 5, 10, 11]);
});
