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
