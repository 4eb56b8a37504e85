import {
  parseContentHash,
  parseOpId,
  parseVersionMark,
  type VersionMark,
} from '../../../../shared/model/ids.ts';
import { isJsonObject, type Json, type JsonObject, ownValue } from '../../../../shared/model/json.ts';
import { parseRelPath } from '../../../../shared/model/rel-path.ts';
import { LONGEST_LINE, NO_FACTS, type SyncFacts } from '../../../../shared/model/site-file.ts';

/** The one key of `metadata` that is ours. */
const OUR_KEY = 'sitesync';

/**
 * Reads our facts from a record's metadata. Each is judged by itself, so that one odd fact does not cost the others.
 * Only own properties count: a `__proto__` in the reply must not lend us facts.
 */
export function parseFacts(metadata: JsonObject | null): SyncFacts {
  if (metadata === null || !Object.hasOwn(metadata, OUR_KEY)) return NO_FACTS;
  const ours = metadata[OUR_KEY];
  if (!isJsonObject(ours)) return NO_FACTS;
  return {
    path: parseRelPath(ownValue(ours, 'path')),
    sha256: parseContentHash(ownValue(ours, 'sha256')),
    mtimeMs: parseMtime(ownValue(ours, 'mtimeMs') ?? ownValue(ours, 'mtime')),
    opId: parseOpId(ownValue(ours, 'opId')),
    basedOn: parseLine(ownValue(ours, 'basedOn')),
  };
}

/** Reads up to the first invalid entry: later ones would not follow the ones before it. */
function parseLine(value: Json | undefined): readonly VersionMark[] {
  if (!Array.isArray(value)) return NO_FACTS.basedOn;
  const marks = (value as readonly Json[]).slice(0, LONGEST_LINE).map(parseVersionMark);
  const end = marks.indexOf(null);
  const line = (end < 0 ? marks : marks.slice(0, end)).filter((mark) => mark !== null);
  return line.length === 0 ? NO_FACTS.basedOn : line;
}

/** A time that a Date can hold; ISO text is accepted as well. */
function parseMtime(value: Json | undefined): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : value;
  return typeof ms === 'number' && Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? ms : null;
}
