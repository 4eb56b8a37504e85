import { readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { afterMarkerIsWritten, GuardWorld } from './guard-world.ts';

let world: GuardWorld;

function edit(file: string, from: RegExp, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

/** The marker's word, as it stands in it. */
const WORD = /"generation": [^,]*/;

/** What may become of the marker while a cycle goes on. */
const CHANGES: [string, (marker: string) => void][] = [
  ['vanishes', (marker) => rmSync(marker, { force: true })],
  ['is that of another folder', (marker) => edit(marker, /folder-\d+/, 'folder-of-a-copy')],
  ['is that of another service', (marker) => edit(marker, /"baseUrl": "[^"]*"/, '"baseUrl": "http://other"')],
  ['has a word that the mirror does not know', (marker) => edit(marker, WORD, '"generation": "later"')],
  ['is older than the agreements', (marker) => edit(marker, /"edition": "\d+/, '"edition": "0')],
];

beforeEach(() => {
  world = new GuardWorld();
});

afterEach(() => world.close());

describe('rule 6: a marker', () => {
  it.each(CHANGES)('that %s when all is planned stops the deletes', async (_, change) => {
    const laptop = await world.inStep('a.txt', 'b.txt');
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    const { plan } = laptop.context;
    let planned = 0;
    const planLast: typeof plan = async (question) => {
      const made = await plan(question);
      planned += made.actions.filter((action) => action.kind === 'deleteRemote').length;
      change(join(laptop.folder, '.sitesync/site.json'));
      return made;
    };
    Object.assign(laptop.context, { plan: planLast });
    await laptop.sync();
    expect(planned).toBe(1);
    expect(world.contents()).toHaveLength(2);
  });

  it.each(CHANGES)('that %s after the first step has begun stops the deletes', async (_, change) => {
    world.addFile('a.txt', 'a');
    world.addFile('b.txt', 'b');
    let changed = 0;
    let afterWrite = (): void => undefined;
    const laptop = await world.laptop({ disk: afterMarkerIsWritten(() => afterWrite()) });
    await laptop.sync();
    unlinkSync(join(laptop.folder, 'Other/a.txt'));
    // The edition was just written, and nothing but the delete itself looks at the marker again.
    afterWrite = () => {
      changed += 1;
      change(join(laptop.folder, '.sitesync/site.json'));
    };
    await laptop.sync();
    expect(changed).toBe(1);
    expect(world.contents()).toHaveLength(2);
  });
});
