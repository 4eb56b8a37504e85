import type { charts } from '../../../text/en/charts.ts';

export type Quantity = keyof typeof charts.quantities;

/** What a unit measures, as far as it measures one thing alone: per cent may be anything. */
const QUANTITIES: Readonly<Record<Quantity, readonly string[]>> = {
  temperature: ['°C', '°F', 'K', 'degC', 'degF', 'C', 'F', 'celsius', 'fahrenheit'],
  power: ['W', 'kW', 'MW', 'kVA', 'kvar', 'BTU/h', 'ton'],
  energy: ['Wh', 'kWh', 'MWh', 'GJ', 'MJ', 'therm'],
  pressure: ['Pa', 'hPa', 'kPa', 'bar', 'mbar', 'psi', 'inH2O', 'inH₂O', 'inwc'],
  flow: ['m³/h', 'm3/h', 'm³/s', 'l/s', 'L/s', 'l/h', 'l/min', 'cfm', 'gpm'],
  concentration: ['ppm', 'ppb', 'µg/m³', 'ug/m3'],
  light: ['lx', 'lux'],
  voltage: ['V', 'mV', 'kV'],
  current: ['A', 'mA'],
  frequency: ['Hz'],
  speed: ['rpm', 'm/s'],
  volume: ['m³', 'm3', 'l', 'L', 'gal'],
  humidity: ['%RH', '%rH', '% RH'],
};

const BY_UNIT = new Map(
  Object.entries(QUANTITIES).flatMap(([quantity, units]) =>
    units.map((unit) => [unit.toLowerCase(), quantity as Quantity] as const),
  ),
);

export function quantityOf(unit: string | null): Quantity | null {
  return BY_UNIT.get((unit ?? '').trim().toLowerCase()) ?? null;
}
