/** `7` → `07`, as in clocks and dates. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
