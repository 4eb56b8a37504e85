/** An offset as JavaScript reads it: `+02` and `+0200` as `+02:00`; `z` as `Z`. */
export function fullZone(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}
