import type { Json, JsonObject } from '../../../../shared/model/json.ts';

/**
 * Turns names of fields into those of the contract. Some services write `updatedAt`: if that were not read, edits by
 * others would not be noticed. What is inside a field, such as `metadata`, stays as it is.
 */
export function inSnakeCase(row: JsonObject): JsonObject {
  if (row['createdAt'] === undefined && row['updatedAt'] === undefined) return row;
  const names = Object.entries(row).map(([name, value]): [string, Json] => [snake(name), value]);
  // Names written as in the contract come first.
  return { ...Object.fromEntries(names), ...row };
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
