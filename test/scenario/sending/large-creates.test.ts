import { expect, it, vi } from 'vitest';
import { WHOLE_BYTES } from '../../../main/sync/apply/send/sending.ts';
import { GuardWorld } from '../../simulation/guards/guard-world.ts';

/** How often the state of a site is read, with all that is held, for a sync that sends so many large files. */
async function stateReads(files: number): Promise<number> {
  const world = new GuardWorld();
  try {
    const laptop = await world.inStep('there.txt');
    for (let n = 0; n < files; n++) laptop.put(`Other/${n}.bin`, `${n}`.repeat(WHOLE_BYTES + 1));
    const read = vi.spyOn(laptop.mirror, 'siteState');
    expect(await laptop.sync()).toMatchObject({ created: files, problems: [] });
    return read.mock.calls.length;
  } finally {
    await world.close();
  }
}

it('does not read what is held for each large file that is sent', async () => {
  expect(await stateReads(6)).toBe(await stateReads(1));
});
