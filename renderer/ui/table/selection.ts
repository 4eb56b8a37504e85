/**
 * What is selected in a list that may be too long to be named: some keys, or all but some. The second holds for rows
 * that are not loaded, too.
 */
export type Selection =
  | { readonly all: false; readonly keys: ReadonlySet<string> }
  | { readonly all: true; readonly except: ReadonlySet<string> };

export const NOTHING: Selection = { all: false, keys: new Set() };
export const EVERYTHING: Selection = { all: true, except: new Set() };

export function only(keys: Iterable<string>): Selection {
  return { all: false, keys: new Set(keys) };
}

export function areSame(a: Selection, b: Selection): boolean {
  if (a === b) return true;
  const [one, other] = [keysIn(a), keysIn(b)];
  return a.all === b.all && one.size === other.size && [...one].every((key) => other.has(key));
}

function keysIn(selection: Selection): ReadonlySet<string> {
  return selection.all ? selection.except : selection.keys;
}

export function isSelected(selection: Selection, key: string): boolean {
  return selection.all ? !selection.except.has(key) : selection.keys.has(key);
}

/** How many of `total` rows are selected. */
export function countSelected(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.except.size) : selection.keys.size;
}

export function toggle(selection: Selection, key: string): Selection {
  return isSelected(selection, key) ? without(selection, [key]) : withKeys(selection, [key]);
}

export function withKeys(selection: Selection, keys: Iterable<string>): Selection {
  if (!selection.all) return { all: false, keys: new Set([...selection.keys, ...keys]) };
  const except = new Set(selection.except);
  for (const key of keys) except.delete(key);
  return { all: true, except };
}

export function without(selection: Selection, keys: Iterable<string>): Selection {
  if (selection.all) return { all: true, except: new Set([...selection.except, ...keys]) };
  const left = new Set(selection.keys);
  for (const key of keys) left.delete(key);
  return { all: false, keys: left };
}
