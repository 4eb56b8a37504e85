import * as fc from 'fast-check';
import type { Platform } from '../../main/engine/policy.ts';
import { baseName, pathKey, type RelPath } from '../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../shared/model/site-file.ts';
import { checkSettling } from '../engine/model/check.ts';
import {
  factsOf,
  hashOf,
  ModelClient,
  type ModelFile,
  type ModelRecord,
  ModelService,
  newOpId,
  type Quirks,
  type System,
} from '../engine/model/world.ts';

/** The last two are no places for a record to name. */
const PLACES = [
  'Other/a.pdf',
  'Other/A.pdf',
  'Other/b.pdf',
  'Other/sub/a.pdf',
  // Names of files and of folders alike.
  'Other/sub',
  'Other/SUB/a.pdf/b.pdf',
  'Spec Sheet/a.pdf',
  'c.pdf',
  'Other/a\\b.pdf',
  `${Array.from({ length: 40 }, () => 'd').join('/')}/a.pdf`,
];
/** Two lengths, so that sizes meet and differ. */
const CONTENTS = ['one', 'two', 'three', 'seven'];

/** What became of one file on one side since it was agreed on; what was never agreed on is simply there. */
interface Side {
  /** Null: gone, or never there. Without an agreement only `path` and `content` count. */
  readonly path: string;
  readonly content: string;
  /** As it was agreed on, whatever else is said here. */
  readonly asAgreed: boolean;
}

/** One file in each of the three trees, where it is in them. */
export interface TripleItem {
  readonly base: { readonly path: string; readonly content: string } | null;
  readonly local: (Side & { readonly sameInode: boolean; readonly read: boolean }) | null;
  readonly remote: (Side & { readonly facts: 'none' | 'stale' | 'true'; readonly older: boolean }) | null;
}

/** Three trees as a generator made them, not as any history did: a mirror restored from a backup holds the like. */
export interface Triple {
  readonly system: System;
  readonly quirks: Quirks;
  readonly items: readonly TripleItem[];
}

const side = {
  path: fc.constantFrom(...PLACES),
  content: fc.constantFrom(...CONTENTS),
  asAgreed: fc.boolean(),
};

const item: fc.Arbitrary<TripleItem> = fc.record({
  base: fc.option(fc.record({ path: side.path, content: side.content })),
  local: fc.option(fc.record({ ...side, sameInode: fc.boolean(), read: fc.boolean() })),
  remote: fc.option(
    fc.record({
      ...side,
      facts: fc.constantFrom<'none' | 'stale' | 'true'>('none', 'stale', 'true'),
      older: fc.boolean(),
    }),
  ),
});

export const tripleArbitrary: fc.Arbitrary<Triple> = fc.record({
  system: fc.record({
    platform: fc.constantFrom<Platform>('linux', 'win32', 'darwin'),
    ignoresCase: fc.boolean(),
  }),
  quirks: fc.constantFrom<Quirks>(
    { keepsFacts: true, ignoresCategory: false },
    { keepsFacts: false, ignoresCategory: false },
  ),
  items: fc.array(item, { maxLength: 6 }),
});

/** Lays the three trees out and checks what must hold of any plan. */
export function checkTriple({ system, quirks, items }: Triple): void {
  const service = new ModelService(quirks);
  const client = new ModelClient(system);
  // An agreement is about one place and one record; two of one place are made by a lost reply alone, which histories tell.
  const agreed = new Set<string>();
  for (const each of items) {
    const key = each.base === null ? null : pathKey(each.base.path as RelPath);
    const base =
      key === null || agreed.has(key) || !client.holds(key as string as RelPath) ? null : each.base;
    if (key !== null) agreed.add(key);
    lay(client, service, { ...each, base });
  }
  checkSettling(client, service);
}

function lay(client: ModelClient, service: ModelService, { base, local, remote }: TripleItem): void {
  const record = layBase(client, service, base);
  const file = local === null ? null : layLocal(client, base, local);
  if (record !== null && base !== null) {
    const asAgreed = file !== null && local?.asAgreed === true;
    const ino = local?.sameInode === true ? (file?.ino ?? 0n) : 0n;
    client.agreeOn(record, asAgreed ? file : agreedFile(base, ino), base.path as RelPath);
  }
  if (remote === null) {
    if (record !== null) service.records.delete(record.id);
  } else layRemote(service, record, remote);
}

/** A record as it was agreed on. */
function layBase(client: ModelClient, service: ModelService, base: TripleItem['base']): ModelRecord | null {
  if (base === null) return null;
  const path = base.path as RelPath;
  const category = path.startsWith('Spec Sheet/') ? ('spec-sheet' as const) : ('other' as const);
  const fields = { name: baseName(path), category, content: base.content };
  return service.create({ ...fields, facts: factsOf({ path, content: base.content }, newOpId()) });
}

function layLocal(
  client: ModelClient,
  base: TripleItem['base'],
  local: NonNullable<TripleItem['local']>,
): ModelFile | null {
  const agreed = local.asAgreed && base !== null;
  const path = (agreed ? base.path : local.path) as RelPath;
  if (!client.holds(path) || !client.isFree(path)) return null;
  const content = agreed ? base.content : local.content;
  return client.write(path, content, { hash: local.read ? hashOf(content) : null });
}

/** The file that was agreed on, where another lies there now or none; perhaps of the same inode. */
function agreedFile(base: NonNullable<TripleItem['base']>, ino: bigint): ModelFile {
  const { path, content } = base;
  return { path: path as RelPath, content, size: content.length, mtimeNs: 1n, ino, hash: hashOf(content) };
}

function layRemote(
  service: ModelService,
  record: ModelRecord | null,
  remote: NonNullable<TripleItem['remote']>,
): void {
  if (record !== null && remote.asAgreed) return;
  const path = remote.path as RelPath;
  const category = path.startsWith('Spec Sheet/') ? ('spec-sheet' as const) : ('other' as const);
  const known = { name: baseName(path), category, content: remote.content };
  const from = record ?? service.create(known);
  // Facts left standing by a foreign client describe the older bytes; it then sends a size of its own.
  const content = remote.facts === 'true' ? remote.content : `${remote.content} by others`;
  const facts =
    remote.facts === 'true'
      ? factsOf({ path, content }, newOpId())
      : remote.facts === 'stale'
        ? from.facts
        : NO_FACTS;
  const next = service.update(from, { ...known, content, facts });
  if (remote.older) service.records.set(next.id, { ...next, updatedAt: '2025-01-01T00:00:00Z' });
}
