import type { Rectangle } from 'electron';
import { isJsonObject } from '../../../../shared/model/json.ts';

/** Where the window was, in the units of the screens (device-independent pixels). */
export interface WindowPlace {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

export const SMALLEST = { width: 880, height: 560 } as const;
const USUAL = { width: 1280, height: 820 } as const;
/** This much of the title bar must be on a screen, so that the window can be grabbed, px. */
const GRIP = { width: 120, height: 24 } as const;

/** The place that an earlier run wrote; null if it cannot be read. */
export function parsePlace(raw: unknown): WindowPlace | null {
  if (!isJsonObject(raw) || !isJsonObject(raw['bounds'])) return null;
  const { x, y, width, height } = raw['bounds'];
  const numbers = [x, y, width, height].filter((each) => Number.isSafeInteger(each)) as number[];
  const [left, top, wide, high] = numbers;
  if (left === undefined || top === undefined || wide === undefined || high === undefined) return null;
  return { bounds: { x: left, y: top, width: wide, height: high }, maximized: raw['maximized'] === true };
}

/**
 * A place that can be seen and grabbed on the current screens: one may have been unplugged, or its resolution changed.
 * The first screen is the main one.
 */
export function fitPlace(place: WindowPlace | null, screens: readonly Rectangle[]): WindowPlace {
  const main = screens[0] ?? { x: 0, y: 0, ...USUAL };
  const screen = screens.find((each) => place !== null && canGrip(place.bounds, each));
  if (place === null || screen === undefined)
    return { bounds: centred(main), maximized: place?.maximized ?? false };
  const width = clamp(place.bounds.width, SMALLEST.width, screen.width);
  const height = clamp(place.bounds.height, SMALLEST.height, screen.height);
  const y = Math.max(place.bounds.y, screen.y);
  return { bounds: { x: place.bounds.x, y, width, height }, maximized: place.maximized };
}

function canGrip(bounds: Rectangle, screen: Rectangle): boolean {
  const across = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
  return (
    across >= GRIP.width &&
    bounds.y + GRIP.height >= screen.y &&
    bounds.y + GRIP.height <= screen.y + screen.height
  );
}

function centred(screen: Rectangle): Rectangle {
  const width = clamp(USUAL.width, SMALLEST.width, screen.width);
  const height = clamp(USUAL.height, SMALLEST.height, screen.height);
  return {
    x: screen.x + Math.round((screen.width - width) / 2),
    y: screen.y + Math.round((screen.height - height) / 2),
    width,
    height,
  };
}

/** No more than `most`, but at least `least` even if `most` is smaller. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
