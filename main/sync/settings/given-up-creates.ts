import { isJsonObject } from '../../../shared/model/json.ts';
import type { OpId, SiteId } from '../../../shared/model/ids.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { Intent } from '../../engine/trees.ts';
import { SETTINGS } from './settings.ts';
import type { Mirror } from '../ports/mirror.ts';

/** A create whose record never showed, so that its file may be sent again. */
export interface GivenUp extends Pick<Intent, 'opId' | 'name' | 'category' | 'hash'> {
  readonly site: SiteId;
  /** Epoch ms. */
  readonly at: number;
}

/** How long its record may still show, ms. While there are such creates, each cycle reads all records of the site. */
export const REMEMBERED = 60 * 60_000;
/** The most that are remembered: many times what a gateway can leave before the site counts as failing. */
const MOST = 500;

type Settings = Pick<Mirror, 'setting' | 'setSetting'>;

/** The creates of one site whose records may still show. `now`: epoch ms. */
export function givenUp(mirror: Pick<Mirror, 'setting'>, site: SiteId, now: number): readonly GivenUp[] {
  return all(mirror).filter((each) => each.site === site && !isOver(each, now));
}

/**
 * Remembers these creates. To be called before their intents are dropped: if the program ends in between, it finds
 * both.
 */
export function giveUp(mirror: Settings, site: SiteId, intents: readonly Intent[], now: number): void {
  if (intents.length === 0) return;
  const marks = new Set(intents.map(({ opId }) => opId));
  const others = all(mirror).filter((each) => !marks.has(each.opId) && !isOver(each, now));
  const added = intents.map(({ opId, name, category, hash }) => ({
    opId,
    name,
    category,
    hash,
    site,
    at: now,
  }));
  save(mirror, [...others, ...added].slice(-MOST));
}

/** Forgets a create whose record showed and was dealt with. */
export function settleGivenUp(mirror: Settings, opId: OpId): void {
  save(
    mirror,
    all(mirror).filter((each) => each.opId !== opId),
  );
}

/** Forgets those of a site that is given up: if it is kept again, its files are not those that were sent. */
export function forgetGivenUp(mirror: Settings, site: SiteId): void {
  save(
    mirror,
    all(mirror).filter((each) => each.site !== site),
  );
}

function isOver({ at }: GivenUp, now: number): boolean {
  return hasCome(at + REMEMBERED, now, REMEMBERED);
}

function save(mirror: Settings, creates: readonly GivenUp[]): void {
  SETTINGS.givenUpCreates.write(mirror, creates.length === 0 ? null : creates);
}

function all(mirror: Pick<Mirror, 'setting'>): readonly GivenUp[] {
  const value = SETTINGS.givenUpCreates.read(mirror);
  return Array.isArray(value) ? value.filter(isGivenUp) : [];
}

function isGivenUp(value: unknown): value is GivenUp {
  if (!isJsonObject(value)) return false;
  const { opId, name, category, hash, site, at } = value;
  return (
    typeof at === 'number' && [opId, name, category, hash, site].every((text) => typeof text === 'string')
  );
}
