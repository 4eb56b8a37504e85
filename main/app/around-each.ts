import type { Result } from '../../shared/failure.ts';

type Answer = Promise<Result<unknown>>;

/** The same functions, each called through `around`, which gets the call and the name of its function. */
export function aroundEach<T extends Readonly<Record<string, (...args: never[]) => Answer>>>(
  functions: T,
  around: (call: () => Answer, name: keyof T & string) => Answer,
): T {
  const entries = Object.entries(functions).map(([name, answer]) => [
    name,
    (...args: never[]) => around(() => answer(...args), name),
  ]);
  // Each takes and gives what the function of its name does; the compiler cannot follow the pairs.
  return Object.fromEntries(entries) as T;
}
