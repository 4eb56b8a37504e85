import type { CDPSession } from 'playwright-core';

/**
 * Most work for a frame, ms: two frames of 60 a second. The same page takes 6 ms on one day of a shared machine and 18 on
 * another, on which sums take as long as before; that it keeps to one frame on a quiet machine is for the bench to say.
 */
export const FRAMES_WORK = 2000 / 60;

/** Processor time that script, style and layout of the page have taken so far, in ms. */
export async function workMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const seconds = metrics
    .filter(({ name }) => ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'].includes(name))
    .reduce((sum, { value }) => sum + value, 0);
  return seconds * 1000;
}

/** Scrolls by 9 rows a frame, the speed of a flung wheel; returns the time of each frame in ms. */
export function scrollFrames(grid: Element, duration: number): Promise<number[]> {
  return new Promise((resolve) => {
    const frames: number[] = [];
    const start = performance.now();
    let last = start;
    const step = (now: number): void => {
      frames.push(now - last);
      last = now;
      grid.scrollTop += 288;
      if (now - start < duration) requestAnimationFrame(step);
      else resolve(frames.slice(2));
    };
    requestAnimationFrame(step);
  });
}
