/** Index of the first time that is not before `at`; the length if all are. Times ascend. */
export function lowerBound(times: Float64Array, at: number, start = 0): number {
  let low = start;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
