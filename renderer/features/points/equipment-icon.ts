import type { IconName } from '../../ui/icons/icons.tsx';

/** The first that fits, in class or name. */
const KINDS: readonly (readonly [RegExp, IconName])[] = [
  [/elec|meter|power|switchboard|\bem[-_ ]?\d/i, 'bolt'],
  [/ahu|air.?hand|fan|vav|fcu|rtu|vent|lüft|rlt/i, 'fan'],
  [/pump|chill|boiler|water|heat.?ex|tank|valve|kessel|chwp?|hwp?|heiz/i, 'drop'],
  [/weather|zone|room|thermo|raum|outdoor|roof/i, 'thermo'],
];

/** A picture for a piece of equipment, as far as class or name tell. */
export function equipmentIcon(name: string | null, kind: string | null): IconName {
  const words = `${kind ?? ''} ${name ?? ''}`;
  return KINDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'layers';
}
