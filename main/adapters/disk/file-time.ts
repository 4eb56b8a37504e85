/**
 * A time for `utimes`, in seconds. A double of seconds is 0.2 µs coarse: a microsecond more keeps the millisecond from
 * falling to the one before.
 */
export function fileSeconds(ms: number): number {
  return (ms + 0.001) / 1000;
}
