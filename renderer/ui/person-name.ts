const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Who did something, as short as it can be told apart: services name people by UUID. Null: nobody knows. */
export function personName(by: string | null): string | null {
  if (by === null || by === '') return null;
  return UUID.test(by) ? by.slice(0, 8) : by;
}
