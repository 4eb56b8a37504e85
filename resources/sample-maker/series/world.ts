import { normal, type Random, seeded } from '../random.ts';

export const STEP_MINUTES = 15;
export const STEPS = 365 * 24 * (60 / STEP_MINUTES);
export const START_MS = Date.UTC(2025, 10, 1);
const STEP_MS = STEP_MINUTES * 60_000;

/** A year of weather in four numbers, all in °C but the day. */
export interface Climate {
  readonly mean: number;
  /** Half the distance between the warmest and the coldest month. */
  readonly season: number;
  readonly daily: number;
  /** Day of the year at which it is warmest. */
  readonly peakDay: number;
}

export interface LocalTime {
  /** 0–24, with quarter hours. */
  readonly hour: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** `MM-DD`. */
  readonly date: string;
}

/** How full the building is, 0–1; `closed` is a holiday of the site. */
export interface Calendar {
  readonly holidays: readonly (string | readonly [from: string, to: string])[];
  readonly presence: (time: LocalTime, closed: boolean) => number;
}

/** What all points of a site share, one value per 15-minute step. */
export interface World {
  readonly times: readonly LocalTime[];
  readonly outdoor: Float64Array;
  readonly presence: Float64Array;
  readonly random: (name: string) => Random;
}

export function makeWorld(site: string, zone: string, climate: Climate, calendar: Calendar): World {
  const times = localTimes(zone);
  const random = (name: string): Random => seeded(`${site}/${name}`);
  return {
    times,
    outdoor: outdoorTemperature(times, climate, random('weather')),
    presence: Float64Array.from(times, (time) => calendar.presence(time, isClosed(calendar, time.date))),
    random,
  };
}

export function timeAt(step: number): Date {
  return new Date(START_MS + step * STEP_MS);
}

function isClosed(calendar: Calendar, date: string): boolean {
  return calendar.holidays.some((holiday) =>
    typeof holiday === 'string' ? holiday === date : date >= holiday[0] && date <= holiday[1],
  );
}

/** Zone offsets change on full hours everywhere in the sample, so the zone is asked once an hour. */
function localTimes(zone: string): LocalTime[] {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const times: LocalTime[] = [];
  for (let step = 0; step < STEPS; step += 4) {
    const part = Object.fromEntries(
      format.formatToParts(timeAt(step)).map(({ type, value }) => [type, value]),
    );
    const date = `${part['month']}-${part['day']}`;
    const weekday = weekdays.indexOf(part['weekday'] ?? '');
    for (let quarter = 0; quarter < 4; quarter += 1) {
      times.push({ hour: Number(part['hour']) + quarter / 4, weekday, date });
    }
  }
  return times;
}

/** Season, day, and weather fronts that come and go over about three days. */
function outdoorTemperature(times: readonly LocalTime[], climate: Climate, random: Random): Float64Array {
  let front = 0;
  return Float64Array.from(times, ({ hour }, step) => {
    const dayOfYear = 305 + step / 96;
    const season = Math.cos((2 * Math.PI * (dayOfYear - climate.peakDay)) / 365);
    front = front * 0.9965 + normal(random) * 0.27;
    const day = Math.cos((2 * Math.PI * (hour - 15)) / 24) * climate.daily * (0.75 + 0.25 * season);
    return climate.mean + climate.season * season + day + front;
  });
}
