import { isJsonObject, type JsonObject } from '../../../../shared/model/json.ts';
import { inSnakeCase } from './field-names.ts';

/** What a list leaves out of a record, and what it gives as an id where the record by itself names more. */
export interface ListedForm {
  readonly without: ReadonlySet<string>;
  readonly idsOnly: ReadonlySet<string>;
}

/**
 * How a list shows records, by one record that was read in both ways. Null if it shows them as they read by
 * themselves, as the contract has it, or in a way that is not known. Without the time of the last change a record could
 * be edited by others and still look as it was listed: then nothing is left out.
 */
export function listedForm(inList: unknown, byItself: unknown): ListedForm | null {
  if (!isJsonObject(inList) || !isJsonObject(byItself)) return null;
  const [row, record] = [inSnakeCase(inList), inSnakeCase(byItself)];
  const names = Object.keys(record);
  // A list may leave out what is null, and shows it in the rows that have it.
  const without = names.filter((name) => record[name] !== null && !Object.hasOwn(row, name));
  if ((row['updated_at'] ?? null) === null) return null;
  const idsOnly = names.filter((name) => {
    const value = record[name];
    return isJsonObject(value) && value['id'] !== undefined && value['id'] === row[name];
  });
  return without.length + idsOnly.length === 0
    ? null
    : { without: new Set(without), idsOnly: new Set(idsOnly) };
}

/** The record as the list shows it. */
export function inListedForm(record: JsonObject, { without, idsOnly }: ListedForm): JsonObject {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (without.has(name)) return [];
      return [[name, idsOnly.has(name) && isJsonObject(value) ? (value['id'] ?? null) : value]];
    }),
  );
}
