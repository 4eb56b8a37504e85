/** A whole number as the screens write it: `1,000`. */
export function numberText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** So many of something: `1 file`, `1,000 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
