import { progressParts, sizeParts, type SizeParts } from './size-parts.ts';

/** `1.4 MB`, in powers of ten as disks are sold. */
export function bytesText(bytes: number): string {
  return written(sizeParts(bytes));
}

/** `209 MB of 529 MB`; the two never read alike before all is done. */
export function bytesOfText(done: number, total: number): string {
  const { part, whole } = progressParts(done, total);
  return `${written(part)} of ${written(whole)}`;
}

function written({ value, places, unit }: SizeParts): string {
  return `${value.toFixed(places)} ${unit}`;
}
