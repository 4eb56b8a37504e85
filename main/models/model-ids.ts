import { parseModelId, type ModelId } from '../../shared/model/ids.ts';
import { objectIn, type Json } from '../../shared/model/json.ts';

/** Names under which a record of category model-3d may say which site model it is. */
const KEYS = new Set(['modelid', 'sitemodelid', 'model']);

/** The site model that a record's metadata names; null if it names none. */
export function modelIdOf(metadata: Json): ModelId | null {
  for (const [key, value] of Object.entries(objectIn(metadata) ?? {})) {
    if (!KEYS.has(key.toLowerCase().replaceAll(/[^a-z]/g, ''))) continue;
    const id = parseModelId(typeof value === 'number' ? String(value) : value);
    if (id !== null) return id;
  }
  return null;
}
