import { describe, expect, it } from 'vitest';
import type { FileId, RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../../main/engine/trees.ts';
import type { Disk } from '../../../main/sync/ports/disk.ts';
import { MemoryDisk, type FolderSnapshot, type MemoryDiskOptions } from '../../support/memory/disk/disk.ts';
import type { StepHook } from '../../support/memory/disk/steps.ts';
import { failure, MARKER, value } from './suite/bench.ts';
import { diskSuite } from './suite/disk-suite.ts';
import { memoryHome } from './suite/memory-home.ts';

diskSuite('a disk in memory that uses inodes again', () => memoryHome({ inodes: 'reused' }));

const FOLDER = '/anna/Harbour House';
const PLAN = 'Other/plan.txt' as RelPath;

async function prepared(options: MemoryDiskOptions = {}): Promise<MemoryDisk> {
  const memory = new MemoryDisk(options);
  value(await memory.open().disk.createSiteFolder(FOLDER, MARKER));
  return memory;
}

async function seen(disk: Disk, path: string): Promise<LocalFile> {
  const found = value(await disk.stat(FOLDER, path as RelPath));
  if (found === null) throw new Error(`Nothing at ${path}`);
  return { ...found, hash: null };
}

async function paths(disk: Disk): Promise<readonly string[]> {
  const all: string[] = [];
  value(
    await disk.scan(FOLDER, { ignore: [], scope: null }, (files) =>
      all.push(...files.map((file) => file.path)),
    ),
  );
  return all;
}

function textsOf({ files, trash }: FolderSnapshot): readonly string[] {
  return [...files.values(), ...trash.values()].map((bytes) => Buffer.from(bytes).toString());
}

/** What replacing, moving and trashing do, each to one file. */
const WORKS: Readonly<Record<string, (disk: Disk) => Promise<unknown>>> = {
  replace: async (disk) => {
    const old = await seen(disk, PLAN);
    const opened = await disk.openDownload(FOLDER, 'file-1' as FileId, 'v2' as RemoteFingerprint, PLAN);
    if (!opened.ok) return opened;
    for (const part of ['new ', 'plan']) {
      const written = await opened.value.write(Buffer.from(part));
      if (!written.ok) return written;
    }
    const finished = await opened.value.finish();
    return finished.ok ? opened.value.place(PLAN, old, 1_700_000_000_000) : finished;
  },
  move: async (disk) => disk.move(FOLDER, await seen(disk, PLAN), 'Spec Sheet/deep/plan.txt' as RelPath),
  trash: async (disk) => disk.trash(FOLDER, await seen(disk, PLAN)),
};

async function world(): Promise<MemoryDisk> {
  const memory = await prepared();
  memory.person(FOLDER).write(PLAN, 'old plan');
  return memory;
}

/** Runs the work in a process with that hook; resolves when it is done or dead. */
async function run(memory: MemoryDisk, name: string, hook: StepHook): Promise<number> {
  const session = memory.open(hook);
  await Promise.race([WORKS[name]?.(session.disk).catch(() => undefined), session.dead]);
  return session.count();
}

describe('a process that dies', () => {
  for (const name of Object.keys(WORKS)) {
    it(`at any step of a ${name} leaves every version whole, and another process ends the work`, async () => {
      const steps = await run(await world(), name, () => undefined);
      expect(steps).toBeGreaterThan(3);
      for (let k = 1; k <= steps; k++) {
        for (const how of ['crash', 'tear'] as const) {
          const memory = await world();
          expect(await run(memory, name, ({ number }) => (number === k ? how : undefined))).toBe(k);
          const texts = textsOf(memory.snapshot(FOLDER));
          expect(texts, `${how} at ${k}`).toContain('old plan');
          expect(texts.every((text) => text === 'old plan' || text === 'new plan')).toBe(true);
          if (!memory.person(FOLDER).has(PLAN)) continue;
          await run(memory, name, () => undefined);
          const after = textsOf(memory.snapshot(FOLDER));
          expect(after, `${how} at ${k}, then again`).toContain('old plan');
          if (name === 'move') expect(after).toEqual(['old plan']);
        }
      }
    });
  }

  it.each([
    ['to another folder', PLAN, 'Spec Sheet/deep/plan.txt'],
    ['to another case', PLAN, 'Other/PLAN.txt'],
  ])('at any step of a move %s leaves one name to the next scan', async (_, from, to) => {
    const go = async (memory: MemoryDisk, hook: StepHook): Promise<number> => {
      const session = memory.open(hook);
      const work = async (): Promise<unknown> =>
        session.disk.move(FOLDER, await seen(session.disk, from), to as RelPath);
      await Promise.race([work(), session.dead]);
      return session.count();
    };
    const steps = await go(await world(), () => undefined);
    for (let k = 1; k <= steps; k++) {
      for (const how of ['crash', 'tear'] as const) {
        const memory = await world();
        await go(memory, ({ number }) => (number === k ? how : undefined));
        const found = await paths(memory.open().disk);
        expect(found, `${how} at ${k}`).toHaveLength(1);
        expect([from, to]).toContain(found[0]);
        expect(memory.snapshot(FOLDER).parts.size).toBe(0);
        expect(textsOf(memory.snapshot(FOLDER))).toEqual(['old plan']);
      }
    }
  });

  it('does nothing more: neither what was under way nor what is asked later', async () => {
    const memory = await world();
    const session = memory.open(({ kind }) => (kind === 'rename' ? 'crash' : undefined));
    let ended = false;
    const end = (): void => {
      ended = true;
    };
    void session.disk.trash(FOLDER, await seen(session.disk, PLAN)).then(end, end);
    await session.dead;
    void session.disk.readMarker(FOLDER).then(end, end);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ended).toBe(false);
  });
});

describe('a step that fails', () => {
  for (const name of Object.keys(WORKS)) {
    it(`in the middle of a ${name} is told, and nothing is lost`, async () => {
      const steps = await run(await world(), name, () => undefined);
      for (let k = 1; k <= steps; k++) {
        const memory = await world();
        await run(memory, name, ({ number }) => (number === k ? { fail: 'EIO' } : undefined));
        const { files, trash } = memory.snapshot(FOLDER);
        expect(textsOf({ files, trash, parts: new Map() })).toContain('old plan');
        expect(files.size, `EIO at ${k}`).toBeLessThanOrEqual(1);
      }
    });
  }

  it('lets a person work between two steps', async () => {
    const memory = await world();
    const person = memory.person(FOLDER);
    const { disk } = memory.open(({ kind }) => {
      if (kind === 'sync') person.replace(PLAN, 'edited meanwhile');
      return undefined;
    });
    expect(await WORKS['replace']?.(disk)).toMatchObject({
      ok: false,
      failure: { code: 'changed-meanwhile' },
    });
    expect(Buffer.from(person.read(PLAN)).toString()).toBe('edited meanwhile');
  });
});

describe('kinds of disks', () => {
  it('has one file for names that differ in case, under the spelling that came first', async () => {
    const memory = await prepared({ caseInsensitive: true });
    const person = memory.person(FOLDER);
    person.write('Other/Plan.pdf', 'v1');
    person.write('OTHER/PLAN.PDF', 'v2');
    const { disk } = memory.open();
    expect(await paths(disk)).toEqual(['Other/Plan.pdf']);
    const file = await seen(disk, 'Other/Plan.pdf');
    value(await disk.move(FOLDER, file, 'Other/plan.PDF' as RelPath));
    expect(await paths(disk)).toEqual(['Other/plan.PDF']);
    const report = value(await disk.scan(FOLDER, { ignore: [], scope: null }, () => undefined));
    expect(report.ignoresCase).toBe(true);
    expect(Buffer.from(person.read('Other/plan.pdf')).toString()).toBe('v2');
  });

  it.each(['preserving', 'nfd'] as const)(
    'has one file for both spellings of é: %s',
    async (normalisation) => {
      const memory = await prepared({ normalisation });
      const [composed, decomposed] = ['Other/é.txt'.normalize('NFC'), 'Other/é.txt'.normalize('NFD')];
      memory.person(FOLDER).write(composed, 'v1');
      memory.person(FOLDER).write(decomposed, 'v2');
      const { disk } = memory.open();
      expect(await paths(disk)).toEqual([normalisation === 'nfd' ? decomposed : composed]);
      expect(await seen(disk, composed)).toMatchObject({ size: 2 });
    },
  );

  it('keeps both spellings where names are code points, and reports the second as one', async () => {
    const memory = await prepared();
    for (const form of ['NFC', 'NFD']) memory.person(FOLDER).write('Other/é.txt'.normalize(form), form);
    const { disk } = memory.open();
    const report = value(await disk.scan(FOLDER, { ignore: [], scope: null }, () => undefined));
    expect(report).toMatchObject({ files: 1, skipped: [{ why: 'other-spelling' }] });
  });

  it('is full where its bytes end, with what fitted written, and has room again when something goes', async () => {
    const memory = await prepared();
    const person = memory.person(FOLDER);
    person.write('Other/large', new Uint8Array(1000));
    memory.setFree(5);
    const { disk } = memory.open();
    expect(value(await disk.space(FOLDER)).freeBytes).toBe(5);
    const sink = value(await disk.openDownload(FOLDER, 'f' as FileId, 'v' as RemoteFingerprint, PLAN));
    const full = failure(await sink.write(Buffer.from('too much')));
    expect(full).toMatchObject({ code: 'disk-full' });
    expect(full.message).toContain(PLAN);
    await sink.discard();
    expect(memory.snapshot(FOLDER).parts.size).toBe(0);
    person.remove('Other/large');
    expect(value(await disk.space(FOLDER)).freeBytes).toBe(1005);
  });

  it('is write-protected as a whole where that is asked for', async () => {
    const memory = await world();
    memory.setReadOnly(true);
    const { disk } = memory.open();
    const file = await seen(disk, PLAN);
    expect(failure(await disk.trash(FOLDER, file)).code).toBe('read-only');
    expect(value(await disk.openUpload(FOLDER, file)).size).toBe(8);
  });

  it('rounds times and has no inodes where it is that old', async () => {
    const memory = await prepared({
      inodes: 'none',
      mtimeStepNs: 2_000_000_000n,
      now: () => 1_760_000_001_999,
    });
    memory.person(FOLDER).write(PLAN, 'x');
    expect(await seen(memory.open().disk, PLAN)).toMatchObject({
      ino: 0n,
      mtimeNs: 1_760_000_000_000_000_000n,
    });
  });

  it('is the same disk again for the same calls', async () => {
    const make = async (): Promise<unknown> => {
      const memory = await world();
      for (const name of ['replace', 'move']) await run(memory, name, () => undefined);
      return { ...memory.snapshot(FOLDER), file: await seen(memory.open().disk, 'Spec Sheet/deep/plan.txt') };
    };
    expect(await make()).toEqual(await make());
  });
});
