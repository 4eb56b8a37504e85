const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A size as three figures at most: `3.8 MB`, `86.4 KB`, `2.31 GB`, `118 MB`. Decimal units. */
export interface SizeParts {
  readonly value: number;
  readonly places: 0 | 1 | 2;
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
  // Gigabytes are what a plan on a laptop is made of: one figure more.
  return { value, places: value < 9.995 && step >= 3 ? 2 : 1, unit };
}

export interface DurationPart {
  readonly value: number;
  readonly unit: 's' | 'min' | 'h' | 'd';
}

/** Seconds as one or two units: `47 s`, `2 min`, `1 h 5 min`, `2 d 3 h`. */
export function durationParts(seconds: number): readonly DurationPart[] {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return [{ value: whole, unit: 's' }];
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return [{ value: minutes, unit: 'min' }];
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return withRest({ value: hours, unit: 'h' }, { value: minutes % 60, unit: 'min' });
  return withRest({ value: Math.floor(hours / 24), unit: 'd' }, { value: hours % 24, unit: 'h' });
}

function withRest(first: DurationPart, rest: DurationPart): readonly DurationPart[] {
  return rest.value === 0 ? [first] : [first, rest];
}
