import { type FileId, parseFileId, type SiteId } from '../../../../shared/model/ids.ts';
import { isJsonObject } from '../../../../shared/model/json.ts';
import type { WriteReply } from '../../../sync/ports/service.ts';
import { parseSiteFile, recordId } from './records.ts';
import { canBeAddressed } from './requests.ts';

/**
 * What the answer to a successful create or update tells: the whole record, `{"id": …}`, the id as bare text, an
 * address in `Location`, or nothing. An odd body is no failure: the status says that the write was done.
 */
export function parseWriteReply(body: unknown, location: string | null, site: SiteId): WriteReply {
  if (isJsonObject(body)) {
    const parsed = parseSiteFile(body, site);
    // A record must have more than its id: we do not fill in the fields that we sent.
    if (parsed.ok) return { id: parsed.value.id, record: parsed.value };
    return { id: recordId(body) ?? idInLocation(location), record: null };
  }
  const bare = typeof body === 'string' && /^[\w-]{8,64}$/.test(body) ? parseFileId(body) : null;
  return { id: bare ?? idInLocation(location), record: null };
}

function idInLocation(location: string | null): FileId | null {
  const match = /\/api\/v1\/files\/([^/?#]+)\/?(?:[?#].*)?$/.exec(location ?? '');
  if (match?.[1] === undefined) return null;
  try {
    const id = parseFileId(decodeURIComponent(match[1]));
    return id !== null && canBeAddressed(id) ? id : null;
  } catch {
    return null;
  }
}
