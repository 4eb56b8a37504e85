/** The properties of an object that have a value. */
export type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined: widgets tell "not given" from "undefined", and take a default for the first alone. */
export function given<T extends object>(props: T): Given<T> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Given<T>;
}
