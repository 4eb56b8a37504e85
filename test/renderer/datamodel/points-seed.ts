import type { RunningService } from '../../service/service.ts';

export const SITE = 'site-1';
const HOUR = 3_600_000;

/** The datamodel of the site: two of its points have one series, which is silent by now as is that of a third. */
export const MODEL = [
  'point,label,brick_class,equipment,unit,timeseries_id',
  'SAT,Supply air temperature,brick:Supply_Air_Temperature_Sensor,AHU-03,°C,ahu3.sat',
  'RAT,Return air temperature,brick:Return_Air_Temperature_Sensor,AHU-03,°C,ahu3.rat',
  'FAN,Supply fan speed,brick:Fan_Speed_Command,AHU-03,%,ahu3.fan',
  'KW,Main meter,brick:Electric_Power_Sensor,EM-0,kW,em0.kw',
  'KW2,Main meter again,brick:Electric_Power_Sensor,EM-0,kW,em0.kw',
  'OAT,Outdoor air,brick:Outside_Air_Temperature_Sensor,,°C,oat',
  '',
].join('\n');

/** Fills the service with the site, its datamodel and its series. Returns when the silent ones sent last, epoch ms. */
export function seedPoints({ store }: RunningService): number {
  const now = Date.now();
  store.addSite({ id: SITE, name: 'Harbour House', timezone: 'Europe/Berlin' });
  store.addFile(SITE, { name: 'points.csv', category: 'kg-csv', content: MODEL });
  store.addFile(SITE, {
    name: 'equipment.csv',
    category: 'kg-csv',
    content: 'entity,brick_class\nAHU-03,brick:Air_Handling_Unit\nEM-0,brick:Electrical_Meter\n',
  });
  for (const id of ['ahu3.sat', 'ahu3.rat', 'oat'])
    store.addPoints(SITE, id, [
      [now - 2 * HOUR, 18],
      [now - HOUR / 2, 20],
    ]);
  const silentSince = now - 72 * HOUR;
  for (const id of ['ahu3.fan', 'em0.kw'])
    store.addPoints(
      SITE,
      id,
      Array.from({ length: 20 }, (_, at): [number, number] => [silentSince - at * (HOUR / 4), 40]),
    );
  return silentSince;
}
