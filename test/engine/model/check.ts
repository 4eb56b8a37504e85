import { expect } from 'vitest';
import { overwritten } from '../../../main/engine/compare/lineage.ts';
import { aliasPath, toLocalName } from '../../../main/engine/names/local-names.ts';
import { plan } from '../../../main/engine/plan/plan.ts';
import { withoutSettled } from '../../../main/engine/compare/settled.ts';
import { isEarlier } from '../../../main/engine/times/server-time.ts';
import type { Category } from '../../../shared/model/category.ts';
import { baseName, pathKey, type RelPath } from '../../../shared/model/rel-path.ts';
import { syncRound } from './apply.ts';
import type { Event } from './events.ts';
import { Story } from './story.ts';
import {
  ModelClient,
  type ModelFile,
  type ModelRecord,
  ModelService,
  type Quirks,
  type System,
} from './world.ts';

const ROUNDS = 12;

/** One computer and one service: what happens before they are in step for the first time, and after. */
export interface Setting {
  readonly system: System;
  readonly unwanted: readonly Category[];
  readonly quirks: Quirks;
  readonly before: readonly Event[];
  readonly after: readonly Event[];
}

const NOWHERE = '' as RelPath;

/** No category has it, so that no record comes there but by its own path. */
export const LEFT_OUT = 'Block A';

/** Other bytes in the place of a file: saved over it, which may have its inode again, or another file moved there. */
export interface PutInPlace {
  readonly at: number;
  readonly how: 'new' | 'same-inode' | 'moved';
}

/**
 * A computer that leaves a folder out for a while; `removed`: which of the files in it go there meanwhile, `put`: in whose
 * places other bytes come.
 */
export interface LeftOut {
  readonly system: System;
  readonly before: readonly Event[];
  readonly meanwhile: readonly Event[];
  readonly removed: readonly number[];
  readonly put: readonly PutInPlace[];
}

/** Goes on until a plan is empty; says what the last one still wanted where that never comes. */
export function settle(client: ModelClient, service: ModelService): void {
  for (let round = 0; round < ROUNDS; round++) if (syncRound(client, service).length === 0) return;
  const left = plan(client.trees(service), client.policy());
  expect.fail(
    `not settled: ${left.map((action) => `${action.kind} ${action.path} (${action.reason})`).join(', ')}`,
  );
}

/** Bytes of which only one side knows: edits and new files that no agreement or intent names. */
function news(client: ModelClient, service: ModelService): ReadonlySet<string> {
  // What was sent counts as agreed, even where the reply was lost: it may be edited here or there since.
  const agreed = new Set([...client.base.values(), ...client.intents].map((known) => String(known.hash)));
  const records = [...service.records.values()].filter((record) => !isVersionBefore(client, record));
  const held = [...client.local.values(), ...records].map((file) => file.content);
  return new Set(held.filter((content) => !agreed.has(content)));
}

/**
 * Does the record hold the very bytes that were replaced from here, though what was sent then lies here as it was? So it
 * is where the service was set back behind that, and others then moved the record: ours is its next version once more, and
 * what it replaced already is nobody's news. A record that nobody touched since it was set back is older than what was
 * agreed on: it is no version after ours, so that both are kept, and its bytes must be.
 */
function isVersionBefore(client: ModelClient, record: ModelRecord): boolean {
  const base = client.base.get(record.id);
  const sent = base === undefined ? null : overwritten(base, record, client.policy());
  const liesHere = [...client.local.values()].some(({ content }) => content === String(sent?.hash));
  return (
    liesHere &&
    record.content === String(sent?.before) &&
    !isEarlier(record.updatedAt, base?.updatedAt ?? null)
  );
}

function expectInStep(client: ModelClient, service: ModelService): void {
  for (const record of service.records.values()) {
    const base = client.base.get(record.id);
    if (base === undefined) {
      expect(client.wanted(record), `${record.name} is not here`).toBe(false);
      continue;
    }
    expect(client.local.get(pathKey(base.path))?.content, base.path).toBe(record.content);
    const name = toLocalName(record.name, client.system.platform).name.normalize('NFC');
    const asNamed = baseName(base.path).normalize('NFC') === record.name.normalize('NFC');
    const alias =
      aliasPath(base.path, record.id, 0) === base.path || aliasPath(base.path, record.id, 1) === base.path;
    if (!alias && !asNamed) expect(baseName(base.path).normalize('NFC')).toBe(name);
  }
  expect([...client.local.keys()].toSorted()).toEqual(
    [...client.base.values()].map((base) => pathKey(base.path)).toSorted(),
  );
  expect([...client.base.keys()].filter((id) => !service.records.has(id))).toEqual([]);
}

/**
 * Tells a history and checks what must hold for each: it settles, twice the same plan, nothing is lost, both sides are
 * then equal.
 */
export function checkHistory({ system, unwanted, quirks, before, after }: Setting): void {
  const service = new ModelService(quirks);
  const client = new ModelClient(system, unwanted);
  const story = new Story(client, service);
  for (const event of before) story.tell(event);
  settle(client, service);
  for (const event of after) story.tell(event);
  checkSettling(client, service);
}

/** From whatever the three trees are: the plan is the same twice, it settles, and nothing that only one side knew is lost. */
export function checkSettling(client: ModelClient, service: ModelService): void {
  const precious = news(client, service);
  const trees = client.trees(service);
  const first = plan(trees, client.policy());
  expect(plan(trees, client.policy())).toEqual(first);
  expect(plan(withoutSettled(trees, client.policy()), client.policy())).toEqual(first);
  settle(client, service);
  expectInStep(client, service);
  const kept = heldBy(client, service);
  expect([...precious].filter((content) => !kept.has(content))).toEqual([]);
}

/** A computer from which all files came loses its mirror: it finds each of them again, as it had been agreed on. */
export function checkLostMirror(system: System, events: readonly Event[]): void {
  const service = new ModelService({ keepsFacts: true, ignoresCategory: false });
  const client = new ModelClient(system);
  const story = new Story(client, service);
  for (const event of events) story.tell(event);
  settle(client, service);
  const [agreed, records] = [client.base, new Map(service.records)];
  client.base = new Map();
  for (const [key, file] of client.local) client.local.set(key, { ...file, hash: null });
  expect(syncRound(client, service).filter(({ kind }) => kind !== 'adopt')).toEqual([]);
  expect(places(client.base)).toEqual(places(agreed));
  // What is found has the spelling that it has on the disk; the agreement of before may have one from before a rename.
  const here = new Set([...client.local.values()].map(({ path }) => path));
  for (const { path } of client.base.values()) expect(here).toContain(path);
  expect(service.records).toEqual(records);
  expect(syncRound(client, service)).toEqual([]);
}

/**
 * A computer in step leaves a folder out, and some files in it are removed there; others go on. Neither then, nor when it
 * is not left out any more, is a record deleted or written over, and in the end both sides are equal.
 */
export function checkIgnored({ system, before, meanwhile, removed, put }: LeftOut): void {
  const service = new ModelService({ keepsFacts: true, ignoresCategory: false });
  const client = new ModelClient(system);
  const story = new Story(client, service);
  for (const event of before) story.tell(event);
  settle(client, service);
  const moved = new Set<RelPath>();
  const keepingAll = (work: () => void): void => {
    // Over a file of the very same bytes a moved one is no other file, and its own record goes.
    const ids = [...service.records.keys()].filter((id) => !moved.has(client.base.get(id)?.path ?? NOWHERE));
    work();
    expect(ids.filter((id) => !service.records.has(id))).toEqual([]);
  };
  const isLeftOut: ModelClient['ignored'] = (path) => path.startsWith(`${LEFT_OUT}/`);
  client.ignored = isLeftOut;
  const leftOut = [...client.local.values()].filter(({ path }) => isLeftOut(path));
  for (const [at, { path }] of leftOut.entries()) if (removed.includes(at)) client.remove(path);
  for (const event of meanwhile) {
    if (event.who === 'there') story.tell(event);
    else keepingAll(() => void syncRound(client, service));
  }
  // Not until nothing is left: what others move to where a file lies that nobody sees waits for that.
  for (let round = 0; round < ROUNDS; round++) keepingAll(() => void syncRound(client, service));
  for (const [each, { at, how }] of put.entries()) {
    const place = leftOut[at];
    const from = place === undefined ? null : putInPlace(client, place, how, `put-${each}`);
    if (from !== null) moved.add(from);
  }
  client.ignored = () => false;
  client.wasIgnored = isLeftOut;
  const precious = heldBy(client, service);
  keepingAll(() => settle(client, service));
  expectInStep(client, service);
  expect([...precious].filter((content) => !heldBy(client, service).has(content))).toEqual([]);
}

/** Returns from where a file was moved there. */
function putInPlace(
  client: ModelClient,
  place: ModelFile,
  how: PutInPlace['how'],
  content: string,
): RelPath | null {
  if (how !== 'moved') {
    client.write(place.path, content, how === 'same-inode' ? { ino: place.ino } : {});
    return null;
  }
  const other = [...client.local.values()].find(({ path }) => !client.ignored(path));
  if (other === undefined) return null;
  client.remove(other.path);
  client.put(other, place.path);
  return other.path;
}

/** All bytes that are anywhere. */
function heldBy(client: ModelClient, service: ModelService): ReadonlySet<string> {
  const held = [...client.local.values(), ...service.records.values()].map(({ content }) => content);
  return new Set([...held, ...client.trash]);
}

/** Two spellings of a name, composed and not, are one place. */
function places(base: ModelClient['base']): ReadonlyMap<unknown, unknown> {
  return new Map([...base].map(([id, each]) => [id, { ...each, path: pathKey(each.path) }]));
}
