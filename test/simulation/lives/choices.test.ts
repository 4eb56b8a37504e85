import { expect, it } from 'vitest';
import { describeLives } from './seeds.ts';
import { MemoryService } from '../../support/memory/service/service.ts';
import { wantsGone } from '../choosing.ts';
import { Ledger } from '../ledger.ts';
import { simulate } from '../simulate.ts';

describeLives('what people choose about their files and sites', 'choices', 'choices');

it('people do take files out of the trash, choose categories, and give the site up and keep it again', async () => {
  const seen = { takenOut: 0, chosen: 0, givenUp: 0 };
  for (let seed = 0; seed < 12; seed++) {
    const { lines } = await simulate(seed, { choices: true, keepsLines: true });
    const count = (what: string): number => lines.filter((line) => line.includes(what)).length;
    seen.takenOut += count(' out of the trash ');
    seen.chosen += count(' keeps only ');
    seen.givenUp += count(' gives the site up');
  }
  expect(seen.takenOut).toBeGreaterThan(3);
  expect(seen.chosen).toBeGreaterThan(10);
  expect(seen.givenUp).toBeGreaterThan(3);
}, 60_000);

it('people do act at the window, take it back, and answer what waits', async () => {
  const seen = new Map<string, number>();
  for (let seed = 0; seed < 24; seed++) {
    const { lines } = await simulate(seed, { choices: true, keepsLines: true });
    // What was refused says so before.
    const told = lines.flatMap((line) => / window (\S+) /.exec(`${line} `)?.[1] ?? []);
    for (const what of told) seen.set(what, (seen.get(what) ?? 0) + 1);
  }
  const often = ['moves', 'renames', 'names', 'deletes', 'undeletes', 'takes', 'brings', 'clears', 'leaves'];
  for (const what of often) expect(seen.get(what), what).toBeGreaterThan(3);
  for (const what of ['keeps', 'lets', 'rejects']) expect(seen.get(what), what).toBeGreaterThan(0);
}, 120_000);

it('a yes to the delete of a file that lies where nobody may read lets it go from that folder alone', () => {
  const service = new MemoryService({ now: () => 0, newId: () => '00000000-0000-4000-8000-000000000001' });
  const id = service.addFile(service.addSite('Harbour House'), {
    name: 'log.txt',
    category: 'other',
    content: 'web 6..',
  });
  const ledger = new Ledger();
  ledger.wrote('web 6..');
  wantsGone({ folders: { name: 'anna' }, setup: { service } }, [id], { ledger });
  expect(ledger.hasTaken('anna', 'web 6..')).toBe(true);
  expect(ledger.hasTaken('ben', 'web 6..')).toBe(false);
  // It lies there still, and is owed.
  expect(ledger.owed()).toEqual(['web 6..']);
});

it('a delete at the window is noted also where the disk lists a name in other characters: seed 7741140', async () => {
  expect((await simulate(7_741_140, { choices: true })).broken).toEqual([]);
});

it('a record goes where its file was, if the delete of others was rejected and the file moved: seed 7730133', async () => {
  expect((await simulate(7_730_133, { choices: true, refuses: true })).broken).toEqual([]);
});
