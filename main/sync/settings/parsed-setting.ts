import { parseJson, type Json } from '../../../shared/model/json.ts';
import type { Mirror } from '../ports/mirror.ts';

/**
 * A setting that was written as JSON; null if there is none, or it cannot be read, since nothing may fail because of
 * damage to it.
 */
export function parsedSetting(mirror: Pick<Mirror, 'setting'>, name: string): Json {
  return parseJson(mirror.setting(name) ?? '') ?? null;
}
