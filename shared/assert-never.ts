/** Closes a switch over a union: a new member shows every place that has to be visited. */
export function assertNever(value: never): never {
  throw new Error(`Not a known case: ${JSON.stringify(value)}`);
}
