import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkNewerThanAgreed } from '../../../main/sync/apply/proof.ts';
import type { Download } from '../../../main/engine/plan/actions.ts';
import type { Outcome } from '../../../main/sync/steps/outcome.ts';
import { InFlight } from '../../../main/sync/steps/in-flight.ts';
import { siteContext } from '../../../main/sync/cycle/site-context.ts';
import { ok, type Result } from '../../../shared/failure.ts';
import type { RemoteFingerprint } from '../../../shared/model/ids.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { GuardWorld, type GuardLaptop } from '../../simulation/guards/guard-world.ts';

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

/** Asks for the record in a step, as before its bytes are fetched. */
function asked(): Promise<Outcome | null> {
  const [site] = laptop.mirror.followed();
  if (site === undefined) throw new Error('A site is followed');
  const context = siteContext(laptop.context, site, inFlight, () => undefined);
  const step = { kind: 'download', id: listed.id, path: 'Other/a.txt', replaces: null } as Download;
  return new Promise((resolve) => {
    void inFlight.run(step, async (begin) => {
      const outcome = await checkNewerThanAgreed(
        { ...context, transferPhase: begin() },
        { ...listed, firstSeen: 0 },
        { comesBack: false },
      );
      resolve(outcome);
    });
  });
}

it('the question before a fetch holds up no look while the service is silent', async () => {
  const outcome = asked();
  await inFlight.snapshot(() => Promise.resolve());
  answer(ok(listed));
  expect(await outcome).toBeNull();
});

it('what such a look has listed meanwhile is not replaced by the older answer', async () => {
  const outcome = asked();
  const newer = { ...listed, fingerprint: 'newer' as RemoteFingerprint };
  await inFlight.snapshot(async () => laptop.mirror.commit(world.site, [{ remote: newer }]));
  answer(ok({ ...listed, fingerprint: 'older' as RemoteFingerprint }));
  expect(await outcome).toMatchObject({ kind: 'again' });
  expect(recordHere().fingerprint).toBe('newer');
});
