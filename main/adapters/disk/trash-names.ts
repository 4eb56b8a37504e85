/** A folder of the trash for one moment, as `2026-11-21T09-42-10.123Z`; with a number where that name is taken. */
export function nameInTrash(at: Date, number: number): string {
  const time = at.toISOString().replaceAll(':', '-');
  return number === 0 ? time : `${time}+${number}`;
}

/** Epoch milliseconds; null for a folder that is none of ours. */
export function timeOfTrash(name: string): number | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)(?:\+\d+)?$/.exec(name);
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}:${match[2]}:${match[3]}`);
  return Number.isNaN(time) ? null : time;
}
