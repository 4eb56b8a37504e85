import type { Mirror } from '../../sync/ports/mirror.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';
import type { Approvals } from './parts.ts';

/** What was sent needs no yes any more, and more than these nobody has open at a time. */
const KEPT = 100;

/** Kept over a restart: the yes may have been given while the service was away. */
export function approvalsIn(mirror: Pick<Mirror, 'setting' | 'setSetting'>): Approvals {
  const all = (): readonly string[] => SETTINGS.datamodelsSeen.read(mirror).split('\n');
  return {
    has: (site, hash) => all().includes(`${hash} ${site}`),
    add: (site, hash) => {
      const others = all().filter((each) => each !== '' && each !== `${hash} ${site}`);
      SETTINGS.datamodelsSeen.write(mirror, [...others.slice(1 - KEPT), `${hash} ${site}`].join('\n'));
    },
  };
}
