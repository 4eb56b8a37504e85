import { useCallback, useState } from 'react';

const session = new Map<string, unknown>();

/** How long: a reload of the page too, or the window as well. */
export type Lasts = 'reload' | 'window';

/**
 * State that outlives its screen: whoever comes back finds the filter as it was, even after a reload. If it `lasts`
 * longer than the window, the next window has it too. `isValid` rejects values that another version may have written.
 */
export function useKept<T>(
  name: string,
  initial: T,
  isValid: (value: unknown) => value is T,
  lasts: Lasts = 'reload',
): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    if (session.has(name)) return session.get(name) as T;
    const stored = read(storageOf(lasts), name);
    return isValid(stored) ? stored : initial;
  });
  const keep = useCallback(
    (next: T) => {
      session.set(name, next);
      write(storageOf(lasts), name, next);
      setValue(next);
    },
    [name, lasts],
  );
  return [value, keep];
}

/** Recognizes one of some words. */
export function oneOf<T extends string>(words: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => words.some((word) => word === value);
}

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isYesOrNo = (value: unknown): value is boolean => typeof value === 'boolean';

const keyOf = (name: string): string => `sitesync.${name}`;

const storageOf = (lasts: Lasts) => (): Storage => (lasts === 'window' ? localStorage : sessionStorage);

function read(storage: () => Storage, name: string): unknown {
  try {
    return JSON.parse(storage().getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

function write(storage: () => Storage, name: string, value: unknown): void {
  try {
    storage().setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still has it for this page.
  }
}
