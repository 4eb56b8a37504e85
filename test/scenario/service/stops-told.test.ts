import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SyncContext } from '../../../main/sync/context.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { lastStop, noteStop } from '../../../main/sync/pacing/last-stop.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import { aroundCalls } from '../../support/around-calls.ts';
import { until } from '../../support/engine-home.ts';
import { SITE } from '../../support/laptop.ts';
import { engineRig, type EngineRig } from '../engine-rig.ts';

/** What keeps all sites from the service, as it is told, and noted for commands that do not ask it. */

const REFUSED: Failure = {
  code: 'sign-in',
  message: 'Token refused.',
  hint: 'Sign in.',
  retry: 'on-sign-in',
};

let rig: EngineRig;
let isRefused: boolean;

beforeEach(async () => {
  rig = await engineRig();
  isRefused = false;
});

afterEach(() => rig.close());

function refusing(context: SyncContext): SyncContext {
  const service = aroundCalls(context.service, async (_name, _args, call) =>
    isRefused ? fail(REFUSED) : call(),
  );
  return { ...context, service };
}

describe('what keeps from the service', () => {
  it('is not over where a site only looked for its folder, which is away', async () => {
    const laptop = await rig.start({ context: refusing });
    const folder = await laptop.follow(SITE);
    await laptop.atRest();
    isRefused = true;
    laptop.engine.wake();
    await until(() => laptop.stops.length > 0);
    await laptop.atRest();
    await rename(folder, `${folder} away`);
    laptop.engine.wake();
    await until(() => laptop.reports.some(({ problems }) => problems.some(isFolderMissing)));
    await laptop.atRest();
    expect(laptop.stops).toEqual(['sign-in']);
    expect(lastStop(laptop.program.mirror)).toMatchObject({ kind: 'sign-in' });
  });

  it('of a program before this one is not over where all sites are paused', async () => {
    const laptop = await rig.start({ context: refusing });
    const { mirror } = laptop.program;
    laptop.engine.pauseAll();
    noteStop(mirror, { kind: 'sign-in', failure: REFUSED }, 1);
    await laptop.follow(SITE);
    await until(() => mirror.counts(SITE).local === 0 && laptop.watched.size === 1);
    laptop.engine.wake();
    await laptop.atRest();
    expect(lastStop(mirror)).toMatchObject({ since: 1 });
    laptop.engine.resumeAll();
    await until(() => lastStop(mirror) === null);
  });

  it('is told where it cannot be noted, and ends nothing', async () => {
    let isFull = false;
    const laptop = await rig.start({ context: refusing, mirror: (mirror) => full(mirror, () => isFull) });
    await laptop.follow(SITE);
    await laptop.atRest();
    [isRefused, isFull] = [true, true];
    laptop.engine.wake();
    await until(() => laptop.stops.length === 1);
    await laptop.atRest();
    expect(laptop.notices).toEqual([]);
    [isRefused, isFull] = [false, false];
    laptop.engine.wake();
    await until(() => laptop.stops.length === 2);
    expect(laptop.stops).toEqual(['sign-in', null]);
  });

  it('is since when it began, in whatever words each sync meets it', async () => {
    const { mirror } = (await rig.start()).program;
    for (const [at, message] of ['There is no network.', 'The service does not answer.'].entries())
      noteStop(mirror, { kind: 'offline', failure: { ...REFUSED, code: 'offline', message } }, at + 1);
    expect(lastStop(mirror)).toMatchObject({ since: 1 });
    expect(lastStop(mirror)?.words).toContain('does not answer');
    noteStop(mirror, { kind: 'sign-in', failure: REFUSED }, 7);
    expect(lastStop(mirror)).toMatchObject({ kind: 'sign-in', since: 7 });
  });
});

const isFolderMissing = ({ code }: { readonly code: string }): boolean => code === 'folder-missing';

/** A mirror in which no setting can be written while its disk is full. */
function full(mirror: Mirror, isFull: () => boolean): Mirror {
  return new Proxy(mirror, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'setSetting' || !isFull()) return member.bind(target) as unknown;
      return () => {
        const failure: Failure = { code: 'disk-full', message: 'Full.', hint: 'Make room.', retry: 'later' };
        throw new FailureError(failure, new Error('full'));
      };
    },
  });
}
