import { expect, it } from 'vitest';
import { MemoryService } from '../../support/memory/service/service.ts';
import { drawClimate } from '../climate.ts';
import { idleLaptop } from '../idle-laptop.ts';
import { Identities } from '../identities.ts';
import { text } from '../laptop-files.ts';
import { Ledger } from '../ledger.ts';
import { People } from '../people.ts';
import { Random } from '../random.ts';
import { Scheduler } from '../scheduler.ts';
import { fill } from '../troubles.ts';

/** Of a person on a disk that has room, and as many on one that is full. */
const DEEDS = 200;

it.each([1, 2, 3, 4, 5])('no sync is blamed for what a full disk refused a person: seed %i', (seed) => {
  const scheduler = new Scheduler(Date.UTC(2026, 10, 21), false);
  const service = new MemoryService({ now: () => scheduler.now, newId: () => 'no record' });
  const site = service.addSite('Harbour House');
  const random = new Random(seed);
  const climate = drawClimate(random);
  const ledger = new Ledger();
  const identities = new Identities(service, site, false);
  const habits = { namesakes: null, movers: null };
  const people = new People(random.fork(), { ledger, identities, scheduler }, habits);
  const [drawn] = climate.laptops;
  if (drawn === undefined) throw new Error('No laptop was drawn');
  const laptop = idleLaptop(drawn, { climate, scheduler, service, site, random });
  const missing = (): readonly string[] => {
    const there = new Set([...laptop.disk.snapshot(laptop.folder).files.values()].map(text));
    return ledger.owed().filter((content) => !there.has(content));
  };
  for (let deed = 0; deed < DEEDS; deed++) people.actHere(laptop);
  expect(ledger.owed().length).toBeGreaterThan(0);
  fill(laptop);
  // It takes more than all the room that was left: not even a file that is removed makes some.
  laptop.folders.copy('image');
  for (let deed = 0; deed < DEEDS; deed++) {
    people.actHere(laptop);
    expect(missing()).toEqual([]);
  }
});
