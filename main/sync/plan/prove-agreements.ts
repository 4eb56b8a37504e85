import { proveAgreements, type Proof } from '../../engine/compare/proven.ts';
import { inTurns, slices } from '../concurrency/in-turns.ts';
import type { SiteContext } from '../context.ts';
import type { ListingResult } from '../observe/listing-run.ts';
import { readThrough } from '../observe/read-through.ts';
import type { ScanReport } from '../ports/disk.ts';
import { areUnproven, noteProven } from '../settings/unproven.ts';
import { readSite } from './planning.ts';
import { planQuestion } from './round-planner.ts';

/** Rows written in one transaction: it takes some milliseconds. */
const ROWS = 500;

/**
 * Gives up the agreements that were made with another token, except those that this look proves: else what was renamed here
 * since would come twice, and what was edited would become a conflict copy, each time that a token is renewed. To be called
 * after a look at both sides as a whole, before anything is planned by it. It begins anew if it was killed.
 */
export async function giveUpUnproven(
  context: SiteContext,
  scan: ScanReport,
  listing: ListingResult,
): Promise<void> {
  const { env, mirror, site, signal, stopping } = context;
  if (!areUnproven(mirror, site.id)) return;
  if (listing.complete) {
    const prove = (): Proof => {
      const { trees, policy } = readSite(mirror, planQuestion(context, scan, listing.complete));
      return proveAgreements(trees, policy);
    };
    let proof = prove();
    if (proof.unread.length > 0) {
      const read = await readThrough(context, proof.unread, AbortSignal.any([signal, stopping]));
      // Nothing is planned then.
      if (signal.aborted || stopping.aborted) return;
      const known = read.flatMap((each) => (each.ok ? [each.value] : []));
      await inTurns(env, slices(known, ROWS), (some) => mirror.setHashes(site.id, some), 1);
      proof = prove();
    }
    const giveUp = (ids: Proof['unproven']): void =>
      mirror.commit(
        site.id,
        ids.map((id) => ({ dropBase: id })),
      );
    await inTurns(env, slices(proof.unproven, ROWS), giveUp, 1);
  } else {
    // Of records that this list lacks, the mirror still says what the one before it said, for the other token.
    mirror.dropAgreements(site.id);
  }
  noteProven(mirror, site.id);
}
