import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cutShort, forgetCutShort, noteCutShort, noteHindered } from '../../main/hosts/cut-short.ts';
import { sessionMaker } from '../../main/hosts/compose/session-maker.ts';
import { FailureError } from '../../main/sync/ports/failure-error.ts';
import type { Mirror } from '../../main/sync/ports/mirror.ts';
import type { Failure } from '../../shared/failure.ts';
import { openEngine, until } from '../support/engine-home.ts';
import { SITE, startWorld } from '../support/laptop.ts';

const HOUR = 3_600_000;
const FULL: Failure = { code: 'disk-full', message: 'Full.', hint: '', retry: 'later' };

const LOCKED: Failure = { ...FULL, code: 'mirror-locked', message: 'Locked.' };

/** Sites that were synced then (epoch ms; null: never), and whether they are paused. */
function synced(...sites: readonly (readonly [at: number | null, paused?: boolean])[]): Mirror {
  return {
    followed: () => sites.map(([, paused = false], at) => ({ id: at, paused })),
    siteState: (at: number) => ({ syncedAt: sites[at]?.[0] ?? null }),
  } as unknown as Mirror;
}

it('a sync that a full disk cut short is told of until another one came through, of each site that is kept up', () => {
  const data = mkdtempSync(join(tmpdir(), 'sitesync-cut-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const [before, after] = [Date.now() - HOUR, Date.now() + HOUR];
  expect(cutShort(data, synced([before]))).toBeNull();
  noteCutShort(data, FULL);
  const first = cutShort(data, synced([before]));
  expect(first?.kind).toBe('disk-full');
  expect(cutShort(data, synced([after], [null]))?.kind).toBe('disk-full');
  expect(cutShort(data, synced([after], [before, true]))).toBeNull();
  expect(cutShort(data, synced([after], [after]))).toBeNull();
  noteCutShort(data, FULL);
  expect(cutShort(data, synced([before]))).toEqual(first);
  forgetCutShort(data);
  expect(cutShort(data, synced([before]))).toBeNull();
  // A watch goes on by itself, and tells when nothing holds it up any more.
  noteHindered(data, FULL);
  expect(cutShort(data, synced([before]))).not.toBeNull();
  noteHindered(data, { code: 'unreadable', message: 'No memory.', hint: '', retry: 'later' });
  expect(cutShort(data, synced([before]))).not.toBeNull();
  noteHindered(data, null);
  expect(cutShort(data, synced([before]))).toBeNull();
  for (const failure of [FULL, LOCKED, LOCKED, FULL]) {
    noteHindered(data, failure);
    expect(cutShort(data, synced([before]))).toMatchObject({
      kind: failure.code,
      words: expect.stringContaining(failure === FULL ? 'was full' : 'locked') as string,
    });
  }
  noteHindered(data, null);
  // Where it cannot be noted nothing else fails by it.
  noteCutShort(join(data, 'nowhere'), FULL);
});

it('the app notes that a full disk hinders its database, until a sync of its own came through', async () => {
  const world = await startWorld();
  const home = mkdtempSync(join(tmpdir(), 'sitesync-cut-'));
  const laptop = await openEngine(world, home, { faster: 1000 });
  onTestFinished(async () => {
    await laptop.close();
    await world.close();
    rmSync(home, { recursive: true });
  });
  laptop.engine.pauseAll();
  await laptop.follow(SITE);
  await laptop.engine.stop();
  let isFull = true;
  const mirror = new Proxy(laptop.program.mirror, {
    get: (target, name): unknown => {
      if (name === 'beginScan' && isFull) throw new FailureError(FULL);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  const review = (): Promise<null> => Promise.resolve(null);
  const maker = sessionMaker(
    laptop.program,
    { hasGivenToken: false, review, onReport: () => undefined },
    () => undefined,
  );
  const ignored = (): void => undefined;
  const engine = maker.start({ ...laptop.context, mirror }, { onNotice: ignored, onOver: ignored });
  await engine.refresh();
  const note = join(laptop.program.data, 'cut-short');
  await until(() => existsSync(note));
  isFull = false;
  await until(() => !existsSync(note));
  await engine.stop();
});
