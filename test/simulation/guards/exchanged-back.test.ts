import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AS_THEY_WERE, moveIn, NO_NEW_RECORD, threeInStep } from './three-files.ts';

/**
 * Two names were exchanged, and the service gave one of the records a name for the time being. The reply was lost, and the
 * names were exchanged back before the line came again: no file ever lay under that name.
 */

let three: Awaited<ReturnType<typeof threeInStep>>;

beforeEach(async () => {
  three = await threeInStep();
  exchange();
  const { faults } = three.world.service;
  faults.fail({ call: 'read', after: 1, times: 99, failure: { status: 500 } });
  faults.fail({ call: 'update', times: 99, failure: 'lose-after' });
  await three.laptop.sync({ eager: false });
  faults.forget();
  expect(three.world.service.files(three.world.site).filter(({ name }) => name.includes('~'))).toHaveLength(
    1,
  );
  exchange();
});

afterEach(() => three.world.close());

function exchange(): void {
  const { laptop } = three;
  moveIn(laptop, 'Other/a.txt', 'Other/between');
  moveIn(laptop, 'Other/b.txt', 'Other/a.txt');
  moveIn(laptop, 'Other/between', 'Other/b.txt');
}

async function expectAtRest(records: Readonly<Record<string, string>>): Promise<void> {
  expect(await three.laptop.sync()).toMatchObject(NO_NEW_RECORD);
  expect(await three.laptop.sync()).toMatchObject({ ...NO_NEW_RECORD, updated: 0, moved: 0, downloaded: 0 });
  expect(three.records()).toEqual(records);
}

describe('a file that is back in its place after its record got a name for the time being', () => {
  it.each(['a.txt', 'b.txt'])('keeps its record where %s is saved anew', async (name) => {
    const { laptop } = three;
    laptop.put('Other/saved', `${name} v2, longer`);
    renameSync(join(laptop.folder, 'Other/saved'), join(laptop.folder, 'Other', name));
    await expectAtRest({ ...AS_THEY_WERE, [name]: `other/${name}: ${name} v2, longer` });
  });

  it.each(['a.txt', 'b.txt'])('keeps its record where %s is edited', async (name) => {
    three.laptop.put(`Other/${name}`, `${name} v2, longer`);
    await expectAtRest({ ...AS_THEY_WERE, [name]: `other/${name}: ${name} v2, longer` });
  });

  it('keeps its record where it is a copy of the same bytes', async () => {
    const { laptop } = three;
    for (const name of ['a.txt', 'b.txt']) {
      laptop.put('Other/saved', `${name} v1`);
      renameSync(join(laptop.folder, 'Other/saved'), join(laptop.folder, 'Other', name));
    }
    await expectAtRest(AS_THEY_WERE);
  });

  it('is left as it is', () => expectAtRest(AS_THEY_WERE));
});
