import { type JsonObject, ownValue } from '../../../../shared/model/json.ts';

/** The names under which services give a link to a file in place of its bytes. */
const LINK_KEYS = [
  'url',
  'download_url',
  'downloadUrl',
  'signed_url',
  'signedUrl',
  'presigned_url',
  'presignedUrl',
  'link',
  'href',
];

/** The address of the bytes that a JSON answer to a download names; null if it names none. */
export function linkToContent(json: JsonObject): string | null {
  const found = LINK_KEYS.map((key) => ownValue(json, key)).find((value) => typeof value === 'string');
  return typeof found === 'string' && /^(?:https?:\/\/|\/)/i.test(found) ? found : null;
}
