import type { CDPSession } from 'playwright-core';

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
