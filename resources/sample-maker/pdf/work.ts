import type { EquipmentKind } from '../building.ts';

type Check = readonly [check: string, design: number, unit: string, digits: number];
type Texts = readonly [string, ...string[]];

const MOTOR: readonly Check[] = [
  ['Motor current, phase L1', 11.4, 'A', 1],
  ['Motor current, phase L2', 11.4, 'A', 1],
  ['Motor current, phase L3', 11.4, 'A', 1],
];
const SOUND: Check = ['Sound pressure at 1 m', 62, 'dB(A)', 0];
const VESSEL: readonly Check[] = [
  ['Pre-charge, system empty', 1.5, 'bar', 2],
  ['System pressure, cold', 1.9, 'bar', 2],
  ['System pressure, warm', 2.3, 'bar', 2],
  ['Relief valve opens at', 3, 'bar', 1],
];

/** What is measured when a machine is taken into service: design value, unit, digits. */
export const CHECKS: Readonly<Record<EquipmentKind, readonly Check[]>> = {
  ahu: [
    ['Volume flow at 100 % speed', 4.2, 'm³/s', 2],
    ['External pressure', 320, 'Pa', 0],
    ['Pressure drop of the supply filter, clean', 88, 'Pa', 0],
    ['Supply air temperature, winter', 20, '°C', 1],
    ...MOTOR,
    SOUND,
  ],
  pump: [
    ['Flow at 100 % speed', 14.2, 'm³/h', 1],
    ['Differential head', 18, 'm', 1],
    ['Suction pressure', 1.6, 'bar', 2],
    ...MOTOR,
    SOUND,
  ],
  chiller: [
    ['Chilled water flow temperature', 8, '°C', 1],
    ['Chilled water return temperature', 14, '°C', 1],
    ['Evaporating pressure', 2.1, 'bar', 2],
    ['Condensing pressure', 7.4, 'bar', 2],
    ...MOTOR,
    ['Sound pressure at 1 m', 74, 'dB(A)', 0],
  ],
  boiler: [
    ['Flow temperature', 65, '°C', 1],
    ['Return temperature', 45, '°C', 1],
    ['Flue gas temperature', 68, '°C', 0],
    SOUND,
  ],
  vessel: VESSEL,
  compressor: [
    ['Suction pressure', 190, 'kPa', 0],
    ['Discharge temperature', 78, '°C', 1],
    ['Oil pressure', 3.2, 'bar', 2],
    ...MOTOR,
  ],
  evaporator: [
    ['Air off temperature', -24, '°C', 1],
    ['Superheat', 6.5, 'K', 1],
    ['Fan current', 1.8, 'A', 2],
  ],
  exchanger: [
    ['Primary flow temperature', 70, '°C', 1],
    ['Primary return temperature', 40, '°C', 1],
    ['Secondary flow temperature', 45, '°C', 1],
    ['Secondary return temperature', 35, '°C', 1],
    ['Pressure drop, secondary', 24, 'kPa', 1],
  ],
  panel: [
    ['Insulation resistance', 120, 'MOhm', 0],
    ['Earth fault trip current', 26, 'mA', 0],
  ],
};

/** What a service visit does at a machine. */
export const VISITS: Readonly<Record<EquipmentKind, Texts>> = {
  ahu: [
    'Filters replaced, differential pressure reset',
    'Fan bearings checked, vibration measured',
    'Condensate drain cleaned',
    'Damper actuator stroke checked 0–100 %',
    'Supply air sensor compared with reference instrument, offset entered',
    'Time schedule adapted to the holidays',
  ],
  pump: [
    'Strainer cleaned, system vented',
    'Seal weeping, part needed',
    'Alarm "low flow" reset, cause: closed isolating valve',
    'Motor current measured, all phases equal',
  ],
  chiller: [
    'Leak test passed',
    'Oil sample taken and sent',
    'Flow switch tested',
    'Condenser tubes brushed, start-up after winter',
  ],
  boiler: ['Burner cleaned, flue gas measured', 'Ignition electrode replaced', 'Condensate trap cleaned'],
  vessel: [
    'Pre-charge corrected with nitrogen',
    'Relief valve lifted by hand, tight again',
    'Gasket of the manhole checked',
  ],
  compressor: [
    'Oil level topped up, 6 l',
    'Coupling aligned',
    'Suction strainer cleaned',
    'Gas detector calibrated',
    'Oil filter changed',
  ],
  evaporator: [
    'Ice removed from fan ring',
    'Drain heater replaced',
    'Defrost end sensor moved',
    'Fan 3 noisy, part needed',
  ],
  exchanger: [
    'Strainer on the primary side cleaned',
    'Outdoor reset curve lowered by 2 K',
    'Heat meter read and compared',
    'Control valve repacked',
  ],
  panel: ['Terminals tightened', 'Door filter mat changed', 'Thermal picture taken, nothing found'],
};

/** Steps of a hot water sampling, instead of machine visits. */
export const SAMPLING: Texts = [
  'Tap flushed 1 min, 58.4 °C after 30 s, sample below 10 CFU/l',
  'Tap flushed 1 min, 56.9 °C after 30 s, sample 20 CFU/l',
  'Shower head descaled, sample below 10 CFU/l',
  'Return 53.1 °C, balancing valve opened by half a turn',
  'Dead leg of 1.2 m found, entered for removal',
  'Tap flushed 1 min, 57.7 °C after 30 s, sample 40 CFU/l',
];
