import type { Calendar, LocalTime } from './world.ts';

const isWeekend = ({ weekday }: LocalTime): boolean => weekday === 0 || weekday === 6;

/** 0 outside [from, to], 1 in the middle, straight ramps of `ramp` hours at both ends. */
function plateau(hour: number, from: number, to: number, ramp: number): number {
  return Math.max(0, Math.min(1, (hour - from) / ramp, (to - hour) / ramp));
}

const CHRISTMAS = ['12-25', '12-26', '01-01'] as const;

export const dutchOffice: Calendar = {
  holidays: [...CHRISTMAS, '04-06', '04-27', '05-14', '05-25'],
  presence: (time, closed) => {
    if (closed || isWeekend(time)) return 0;
    const lunch = plateau(time.hour, 11.75, 13.5, 0.5) * 0.18;
    const friday = time.weekday === 5 ? 0.7 : 1;
    return Math.max(0, plateau(time.hour, 6.75, 18.75, 2) * friday - lunch);
  },
};

export const danishHospital: Calendar = {
  holidays: [...CHRISTMAS, '12-24', '04-02', '04-03', '04-06', '05-14', '05-25', '06-05'],
  presence: (time, closed) => {
    const day = plateau(time.hour, 6, 20, 2);
    return isWeekend(time) || closed ? 0.35 + 0.2 * day : 0.35 + 0.65 * day;
  },
};

export const saxonSchool: Calendar = {
  holidays: [
    ...CHRISTMAS,
    ['12-22', '12-31'],
    '01-02',
    ['02-09', '02-21'],
    ['04-03', '04-10'],
    '05-01',
    '05-14',
    '05-25',
    ['07-04', '08-14'],
    ['10-12', '10-24'],
    '10-31',
    '11-19',
  ],
  presence: (time, closed) => {
    if (closed || isWeekend(time)) return 0;
    const lessons = plateau(time.hour, 7, 14, 0.75);
    const afterCare = plateau(time.hour, 13, 16.75, 0.5) * 0.35;
    return Math.max(lessons, afterCare);
  },
};

export const americanLab: Calendar = {
  holidays: [...CHRISTMAS.slice(0, 1), '01-01', '11-27', '11-28', '01-19', '05-25', '07-03', '09-07'],
  presence: (time, closed) => {
    if (closed) return 0.12;
    const night = 0.12;
    if (isWeekend(time)) return night + 0.18 * plateau(time.hour, 10, 18, 2);
    return night + 0.88 * plateau(time.hour, 7, 20.5, 2.5);
  },
};

export const australianDock: Calendar = {
  holidays: [...CHRISTMAS, '01-26', '04-03', '04-06', '06-08', '10-05'],
  presence: (time, closed) => {
    if (closed || time.weekday === 0) return 0.05;
    const early = plateau(time.hour, 3.5, 14.5, 1.5);
    return time.weekday === 6 ? early * 0.5 : Math.max(early, plateau(time.hour, 13, 19, 1) * 0.55);
  },
};
