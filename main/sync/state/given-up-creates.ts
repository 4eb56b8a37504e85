import { isJsonObject } from '../../../shared/model/json.ts';
import type { OpId, SiteId } from '../../../shared/model/ids.ts';
import { hasCome } from '../../engine/times/due.ts';
import type { Intent } from '../../engine/trees.ts';
import { parsedSetting } from '../parsed-setting.ts';
import type { Mirror } from '../ports/mirror.ts';

/** A create of which no record showed, so that its file may be sent once more. */
export interface GivenUp extends Pick<Intent, 'opId' | 'name' | 'category' | 'hash'> {
  readonly site: SiteId;
  /** Epoch ms. */
  readonly at: number;
}

const KEY = 'given-up-creates';
/** How long its record may still show, ms. While there are any, all records of the site are read after each look. */
const REMEMBERED = 60 * 60_000;
/** As many as a gateway that gives up may leave before the site stands still, many times over. */
const MOST = 500;

type Settings = Pick<Mirror, 'setting' | 'setSetting'>;

/** Those of one site that may still show. `now`: epoch ms. */
export function givenUp(mirror: Pick<Mirror, 'setting'>, site: SiteId, now: number): readonly GivenUp[] {
  return all(mirror).filter((each) => each.site === site && !isOver(each, now));
}

/** To be called before the intents are dropped: a program that ends in between finds both. */
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

/** Its record showed, and was dealt with. */
export function settleGivenUp(mirror: Settings, opId: OpId): void {
  save(
    mirror,
    all(mirror).filter((each) => each.opId !== opId),
  );
}

function isOver({ at }: GivenUp, now: number): boolean {
  return hasCome(at + REMEMBERED, now, REMEMBERED);
}

function save(mirror: Settings, creates: readonly GivenUp[]): void {
  mirror.setSetting(KEY, creates.length === 0 ? null : JSON.stringify(creates));
}

function all(mirror: Pick<Mirror, 'setting'>): readonly GivenUp[] {
  const value = parsedSetting(mirror, KEY);
  return Array.isArray(value) ? value.filter(isGivenUp) : [];
}

function isGivenUp(value: unknown): value is GivenUp {
  if (!isJsonObject(value)) return false;
  const { opId, name, category, hash, site, at } = value;
  return (
    typeof at === 'number' && [opId, name, category, hash, site].every((text) => typeof text === 'string')
  );
}
