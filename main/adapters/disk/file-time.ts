/**
 * A time for `utimes`, in seconds. A double of seconds is only exact to 0.2 µs: one microsecond is added, so that it
 * does not fall to the millisecond before.
 */
export function fileSeconds(ms: number): number {
  return (ms + 0.001) / 1000;
}
