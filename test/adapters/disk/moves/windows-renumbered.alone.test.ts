import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, type BigIntStats } from 'node:fs';
import type * as Fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fingerprintOf, type Fingerprint } from '../../../../main/adapters/disk/fingerprint.ts';
import { MARKER, PARTIALS } from '../../../../main/adapters/disk/layout.ts';
import { MoveNotes } from '../../../../main/adapters/disk/moves/move-notes.ts';
import { move } from '../../../../main/adapters/disk/moves/move.ts';
import { placeFiles } from '../../../../main/adapters/disk/transfers/place-files.ts';
import type { RelPath } from '../../../../shared/model/rel-path.ts';
import { value } from '../suite/bench.ts';

/** A stick on Windows: it has no hard links, and a file with another name has another number. */
const stick = vi.hoisted(() => ({ renamed: new Set<string>() }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return {
    ...fs,
    lstatSync: (path: string, options: { readonly bigint: true; readonly throwIfNoEntry: false }) => {
      const stats = fs.lstatSync(path, options);
      if (stats !== undefined && stick.renamed.has(path)) stats.ino += 1_000_000n;
      return stats;
    },
    linkSync: () => {
      throw Object.assign(new Error('EISDIR, link'), { code: 'EISDIR', syscall: 'link' });
    },
    renameSync: (from: string, to: string) => {
      fs.renameSync(from, to);
      if (from !== to) stick.renamed.add(to);
    },
  };
});

const { platform } = process;
const NEW = 'Other/new.pdf' as RelPath;
const OLD = 'Other/old.pdf' as RelPath;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitesync-stick-'));
  for (const each of ['.sitesync', PARTIALS, 'Other']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, MARKER), '{}');
  writeFileSync(join(folder, OLD), 'old');
  stick.renamed.clear();
  Object.defineProperty(process, 'platform', { value: 'win32' });
});

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  rmSync(folder, { recursive: true });
});

/** As the next scan finds it: if it was known by another fingerprint, it would be read for its hash. */
const seen = (path: RelPath): Fingerprint =>
  fingerprintOf(lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false }) as BigIntStats);

it.each([
  ['new', NEW],
  ['next version', OLD],
])('knows a downloaded file by the number that its place gave it: %s', async (_, target) => {
  const replaces = target === OLD ? { path: OLD, ...seen(OLD) } : null;
  const file = { target, part: 'one.part', bytes: Buffer.from('new'), replaces, mtimeMs: null };
  const [placed] = await placeFiles({ kind: 'place', folder, drives: [], edition: null, files: [file] });
  expect(value(placed!)).toMatchObject({ path: target, ...seen(target) });
});

it('and so a file that it moves', async () => {
  const from = { path: OLD, ...seen(OLD), hash: null };
  const moved = await move({ notes: new MoveNotes(), folder, drives: [] }, from, NEW);
  expect(value(moved)).toMatchObject({ path: NEW, ...seen(NEW) });
});
