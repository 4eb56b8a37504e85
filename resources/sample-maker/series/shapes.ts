import { normal, type Random } from '../random.ts';
import type { LocalTime, World } from './world.ts';

/** Draws a year of values of one point, in the unit of the point. */
export type Shape = (world: World, random: Random) => Float64Array;

interface Step {
  readonly outdoor: number;
  readonly presence: number;
  readonly time: LocalTime;
  readonly index: number;
}

/** Builds a shape from what holds at one step and the value one step before. */
function stepwise(first: number, next: (step: Step, before: number, random: Random) => number): Shape {
  return ({ outdoor, presence, times }, random) => {
    let before = first;
    return Float64Array.from(times, (time, index) => {
      before = next(
        { outdoor: outdoor[index] ?? 0, presence: presence[index] ?? 0, time, index },
        before,
        random,
      );
      return before;
    });
  };
}

/** Reading noise on top of a smooth shape; kept out of it so that it does not feed back. */
function noisy(shape: Shape, deviation: number): Shape {
  return (world, random) => shape(world, random).map((value) => value + normal(random) * deviation);
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export const outdoorAir: Shape = ({ outdoor }, random) =>
  outdoor.map((value) => value + normal(random) * 0.06);

/** Held at `occupied` °C while people are in, drifting towards `setback` otherwise, warmer on hot days. */
export function zone(occupied: number, setback: number): Shape {
  const room = stepwise(occupied, ({ outdoor, presence }, before) => {
    const target = presence > 0.08 ? occupied + presence * 0.9 : setback;
    const sun = Math.max(0, outdoor - 22) * 0.14 - Math.max(0, -2 - outdoor) * 0.06;
    return before + (target + sun - before) * (presence > 0.08 ? 0.16 : 0.035);
  });
  return noisy(room, 0.05);
}

/** Reset by the outdoor air while the fan runs, room-like when it stands. */
export function supplyAir(warmest: number, coolest: number): Shape {
  const duct = stepwise(20, ({ outdoor, presence }, before) => {
    const reset = clamp(warmest - (outdoor - 2) * ((warmest - coolest) / 20), coolest, warmest);
    return before + ((presence > 0.05 ? reset : 20.5) - before) * 0.45;
  });
  return noisy(duct, 0.08);
}

/** Parts per million; outdoor air at 420. */
export function carbonDioxide(peak: number): Shape {
  const room = stepwise(
    430,
    ({ presence }, before) => before + (420 + presence * (peak - 420) - before) * 0.3,
  );
  return (world, random) =>
    room(world, random).map((value) => Math.round((value + normal(random) * 6) / 5) * 5);
}

/** Percent open: heating opens below the balance temperature, cooling above it; closed when nobody is in. */
export function valve(use: 'heating' | 'cooling', balance: number, gain: number): Shape {
  const stem = stepwise(0, ({ outdoor, presence }, before) => {
    const call = use === 'heating' ? balance - outdoor : outdoor - balance;
    const wanted = clamp(call * gain * (presence > 0.05 ? 1 : 0.35), 0, 100);
    return before + (wanted - before) * 0.6;
  });
  return (world, random) =>
    stem(world, random).map((value) => (value < 1 ? 0 : clamp(value + normal(random) * 0.8, 0, 100)));
}

/** Percent of full speed while people are in, `idle` otherwise. */
export function speed(idle: number, full: number): Shape {
  return (world, random) =>
    world.presence.map((presence) =>
      presence > 0.05 ? idle + presence * (full - idle) + normal(random) * 0.7 : idle,
    );
}

/** 1 while presence is over the threshold, 0 otherwise. */
export function running(threshold: number): Shape {
  return ({ presence }) => presence.map((value) => (value > threshold ? 1 : 0));
}

export interface Load {
  readonly base: number;
  readonly people: number;
  /** kW for each °C that the outdoor air is over 16 °C. */
  readonly cooling?: number;
  /** kW for each °C that the outdoor air is under 14 °C. */
  readonly heating?: number;
}

/** Kilowatts. */
export function power({ base, people, cooling = 0, heating = 0 }: Load): Shape {
  return stepwise(base, ({ outdoor, presence }, before, random) => {
    const weather = Math.max(0, outdoor - 16) * cooling + Math.max(0, 14 - outdoor) * heating;
    const wanted = base + people * presence + weather * (0.4 + 0.6 * presence);
    return Math.max(0, before + (wanted - before) * 0.5 + normal(random) * 0.012 * (base + people));
  });
}

/** The kWh counter of the point whose shape and id are given: it never runs backwards. */
export function meter(start: number, of: Shape, id: string): Shape {
  return (world) => {
    let sum = start;
    return of(world, world.random(id)).map((kilowatts) => {
      sum += kilowatts / 4;
      return sum;
    });
  };
}

/** A cold chamber: warm doors while lorries are at the dock, and a defrost every `hours` hours. */
export function chamber(setpoint: number, hours: number): Shape {
  const air = stepwise(setpoint, ({ outdoor, presence, index }, before) => {
    const defrost = index % (hours * 4) < 2 ? 2.6 : 0;
    const target = setpoint + presence * 0.8 + Math.max(0, outdoor - 20) * 0.05 + defrost;
    return before + (target - before) * 0.42;
  });
  return noisy(air, 0.1);
}

/** Vessel or network pressure, in the unit of the mean: follows the load by a small part. */
export function pressure(mean: number, swing: number): Shape {
  const pipe = stepwise(mean, ({ outdoor, presence }, before) => {
    return before + (mean + swing * presence + (outdoor - 15) * swing * 0.03 - before) * 0.4;
  });
  return noisy(pipe, swing * 0.08);
}

/** A door or contact: open at random, more often while the site works. */
export function contact(share: number): Shape {
  return ({ presence }, random) => presence.map((value) => (random() < value * share ? 1 : 0));
}

/** Cubic metres in a quarter of an hour; a small night flow remains. */
export function water(night: number, day: number): Shape {
  return ({ presence }, random) =>
    presence.map((value) => Math.max(0, night + day * value * (0.6 + 0.8 * random())));
}
