import { useCallback, useState } from 'react';

const session = new Map<string, unknown>();

/**
 * A state that outlives its screen: who comes back finds the filter as it was. With `lasting`, which recognizes a value
 * that some other version may have written, it outlives the window too.
 */
export function useKept<T>(
  name: string,
  initial: T,
  lasting?: (value: unknown) => value is T,
): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    if (session.has(name)) return session.get(name) as T;
    const stored = lasting === undefined ? undefined : read(name);
    return lasting?.(stored) === true ? stored : initial;
  });
  const isLasting = lasting !== undefined;
  const keep = useCallback(
    (next: T) => {
      session.set(name, next);
      if (isLasting) write(name, next);
      setValue(next);
    },
    [name, isLasting],
  );
  return [value, keep];
}

/** Recognizes one of some words. */
export function oneOf<T extends string>(words: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => words.some((word) => word === value);
}

const keyOf = (name: string): string => `sitesync.${name}`;

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still has it for this window.
  }
}
