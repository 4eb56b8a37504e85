const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A size as three figures at most: `3.8 MB`, `86.4 kB`, `2.31 GB`, `118 MB`. Decimal units, as disks are sold. */
export interface SizeParts {
  readonly value: number;
  readonly places: 0 | 1 | 2 | 3;
  readonly unit: (typeof UNITS)[number];
}

export function sizeParts(bytes: number): SizeParts {
  let value = Math.max(0, bytes);
  let step = 0;
  // 999.5 would be written as 1,000 of the smaller unit.
  while (value >= 999.5 && step < UNITS.length - 1) {
    value /= 1000;
    step += 1;
  }
  const unit = UNITS[step] ?? 'B';
  if (step === 0) return { value: Math.round(value), places: 0, unit };
  if (value >= 99.95) return { value, places: 0, unit };
  // People plan a laptop's disk in gigabytes: one digit more.
  return { value, places: value < 9.995 && step >= 3 ? 2 : 1, unit };
}

/**
 * The done part of a size, and all of it. They must not look equal before all is done: then both get one digit more,
 * and if that is not enough, the last digit of the done part is lowered by one.
 */
export function progressParts(
  done: number,
  total: number,
): { readonly part: SizeParts; readonly whole: SizeParts } {
  const part = sizeParts(done);
  const whole = sizeParts(total);
  if (done >= total || part.unit !== whole.unit || rounded(part) < rounded(whole)) return { part, whole };
  const places = (whole.places + 1) as 1 | 2 | 3;
  const last = 10 ** -places;
  const most = rounded({ ...whole, places }) - last;
  return {
    part: { ...part, places, value: Math.min(part.value, most) },
    whole: { ...whole, places },
  };
}

function rounded({ value, places }: Pick<SizeParts, 'value' | 'places'>): number {
  return Number(value.toFixed(places));
}
