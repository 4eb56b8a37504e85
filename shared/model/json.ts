/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that the JSON itself has; `toString` and the like do not count. */
export function ownValue(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Undefined if the text is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Parts of JSON that engines have beyond the language level that is checked here. */
interface SourceJson {
  rawJSON(text: string): Json;
  parse(
    text: string,
    reviver: (key: string, value: Json, context: { readonly source?: string }) => Json,
  ): unknown;
}

/** Sixteen digits or an exponent: only such a number may change as a double. */
const MAY_BE_INEXACT = /[:,[\s]-?(?:[\d.]{16}|\d[\d.]*[eE])/;

/** Does this JSON hold a number that may change as a double? */
export function mayBeInexact(text: string): boolean {
  return MAY_BE_INEXACT.test(text);
}

/**
 * Like `JSON.parse`, for JSON that is written back: numbers that a double would change stay as written. Such a number
 * looks like an object, and is its own digits in `JSON.stringify`.
 */
export function parseExactly(text: string): unknown {
  if (!mayBeInexact(text)) return JSON.parse(text);
  const json = JSON as unknown as SourceJson;
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? json.rawJSON(source)
      : value,
  );
}

/** The object that this is, or that the text holds, since some services hand objects out as JSON text; null if neither. */
export function objectIn(value: Json): JsonObject | null {
  try {
    const object = typeof value === 'string' ? parseExactly(value) : value;
    return isJsonObject(object) ? object : null;
  } catch {
    return null;
  }
}
