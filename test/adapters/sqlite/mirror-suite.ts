import { afterEach, beforeEach, describe } from 'vitest';
import type { Mirror } from '../../../main/sync/ports/mirror.ts';
import { choicesSuite } from './mirror-suite-choices.ts';
import { commitsSuite } from './mirror-suite-commits.ts';
import { hashesSuite } from './mirror-suite-hashes.ts';
import { listingSuite } from './mirror-suite-listing.ts';
import { scanSuite } from './mirror-suite-scan.ts';
import { sitesSuite } from './mirror-suite-sites.ts';
import { unsettledSuite } from './mirror-suite-unsettled.ts';

/** What every mirror must do. `open` gives a new, empty one; the suite closes it. */
export function mirrorSuite(name: string, open: () => Mirror): void {
  describe(name, () => {
    let mirror: Mirror;
    const current = (): Mirror => mirror;

    beforeEach(() => {
      mirror = open();
    });

    afterEach(() => {
      mirror.close();
    });

    sitesSuite(current);
    listingSuite(current);
    scanSuite(current);
    hashesSuite(current);
    commitsSuite(current);
    choicesSuite(current);
    unsettledSuite(current);
  });
}
