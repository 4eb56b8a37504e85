import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, trashIn } from '../../support/laptop.ts';
import { GuardWorld, type GuardLaptop } from './guard-world.ts';

let world: GuardWorld;
let laptop: GuardLaptop;
/** Carries out what the service only took. */
let carryOut: () => Promise<unknown>;

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

/** A laptop that is in step, whose next update the service says it took, as with status 202, and does not do yet. */
async function open(tells: 'nothing' | 'the record as it was'): Promise<void> {
  laptop = await world.inStep('a.txt');
  laptop.put('Other/a.txt', 'a.txt v2');
  await laptop.sync();
  const { client } = laptop;
  const update = client.updateFile.bind(client);
  client.updateFile = async (id, fields, body) => {
    client.updateFile = update;
    const bytes = body?.kind === 'bytes' ? Uint8Array.from(body.bytes) : null;
    carryOut = () => update(id, fields, bytes === null ? null : { kind: 'bytes', bytes });
    const before = await client.readFile(id);
    return { ok: true, value: { id, record: tells !== 'nothing' && before.ok ? before.value : null } };
  };
}

describe.each([['nothing'], ['the record as it was']] as const)(
  'an update that the service carries out later, of which it tells %s',
  (tells) => {
    it.each(['an edit of another size', 'a.txt v3'])('keeps the file here as it is: %s', async (text) => {
      await open(tells);
      laptop.put('Other/a.txt', text);
      const { updated, downloaded, problems } = await laptop.sync({ eager: false });
      expect([updated, downloaded]).toEqual([0, 0]);
      expect(problems).toMatchObject([{ code: 'unknown-outcome', path: 'Other/a.txt' }]);
      expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': text });
      await carryOut();
      await laptop.env.sleep(60_000);
      expect(await laptop.sync({ eager: false })).toMatchObject({ updated: 0, conflicts: [], problems: [] });
      expect(await filesIn(laptop.folder)).toEqual({ 'Other/a.txt': text });
      expect(world.contents()).toEqual([text]);
      expect(await trashIn(laptop.folder)).toEqual([]);
    });

    it('is sent once more where nothing came of it', async () => {
      await open(tells);
      laptop.put('Other/a.txt', 'a.txt v3');
      expect((await laptop.sync({ eager: false })).problems).toHaveLength(1);
      await laptop.env.sleep(60_000);
      expect(await laptop.sync({ eager: false })).toMatchObject({ updated: 1, problems: [] });
      expect(world.contents()).toEqual(['a.txt v3']);
    });

    it('leaves a new name here', async () => {
      await open(tells);
      await rename(`${laptop.folder}/Other/a.txt`, `${laptop.folder}/Other/b.txt`);
      await laptop.sync({ eager: false });
      await carryOut();
      await laptop.env.sleep(60_000);
      expect(await laptop.sync({ eager: false })).toMatchObject({ problems: [], conflicts: [] });
      expect(await filesIn(laptop.folder)).toEqual({ 'Other/b.txt': 'a.txt v2' });
      expect(world.service.files(world.site).map(({ name }) => name)).toEqual(['b.txt']);
    });
  },
);
