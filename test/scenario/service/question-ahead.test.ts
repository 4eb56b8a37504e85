import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Update } from '../../../main/engine/plan/actions.ts';
import { update } from '../../../main/sync/apply/send/update.ts';
import { checkNewerThanAgreed } from '../../../main/sync/apply/proof.ts';
import type { Step } from '../../../main/sync/steps/step.ts';
import type { Outcome } from '../../../main/sync/steps/outcome.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import type { SiteContext } from '../../../main/sync/context.ts';
import { siteContext } from '../../../main/sync/cycle/site-context.ts';
import { fail, type Failure, ok, type Result } from '../../../shared/failure.ts';
import type { RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';

const AWAY: Failure = { code: 'timeout', message: 'The service is silent.', hint: '', retry: 'later' };

let world: GuardWorld;
let laptop: GuardLaptop;
let inFlight: InFlight;
/** A version that does not say whether it is newer than what was agreed on. */
let listed: SiteFile;
let answer: (record: Result<SiteFile>) => void;

beforeEach(async () => {
  world = new GuardWorld();
  laptop = await world.inStep('a.txt');
  inFlight = new InFlight();
  listed = { ...recordHere(), fingerprint: 'odd' as RemoteFingerprint, updatedAt: '2001-01-01T00:00:00Z' };
  laptop.mirror.commit(world.site, [{ remote: listed }]);
  laptop.client.readFile = () => new Promise((resolve) => (answer = resolve));
});
afterEach(() => world.close());

function recordHere(): SiteFile {
  const record = laptop.mirror.record(world.site, world.idOf('a.txt'));
  if (record === null) throw new Error('It was listed');
  return record;
}

/** What asks for the record before a step of this kind goes on. */
const QUESTIONS = {
  download: (context: SiteContext) =>
    checkNewerThanAgreed(context, { ...listed, firstSeen: 0 }, { comesBack: false }),
  update: async (context: SiteContext) => {
    const action = { kind: 'update', id: listed.id, expect: listed.fingerprint } as Update;
    return (await update(context, action)).outcome;
  },
};

/** Asks for the record in such a step. */
function asked(kind: keyof typeof QUESTIONS): Promise<Outcome | null> {
  const [site] = laptop.mirror.followed();
  if (site === undefined) throw new Error('A site is followed');
  const context = siteContext(laptop.context, site, inFlight, () => undefined);
  const step = { kind, id: listed.id, path: 'Other/a.txt', replaces: null } as Step;
  return new Promise((resolve) => {
    void inFlight.run(step, async (begin) => {
      resolve(await QUESTIONS[kind]({ ...context, transferPhase: begin() }));
    });
  });
}

describe.each(['download', 'update'] as const)('the question before the bytes of a step: %s', (kind) => {
  it('holds up no look while the service is silent', async () => {
    const outcome = asked(kind);
    await inFlight.snapshot(() => Promise.resolve());
    answer(fail(AWAY));
    expect(await outcome).toEqual({ kind: 'failed', failure: AWAY });
  });

  it('does not replace by its older answer what such a look has listed meanwhile', async () => {
    const outcome = asked(kind);
    const newer = { ...listed, fingerprint: 'newer' as RemoteFingerprint };
    await inFlight.snapshot(async () => laptop.mirror.commit(world.site, [{ remote: newer }]));
    answer(ok({ ...listed, fingerprint: 'older' as RemoteFingerprint }));
    expect(await outcome).toMatchObject({ kind: 'again' });
    expect(recordHere().fingerprint).toBe('newer');
  });
});
