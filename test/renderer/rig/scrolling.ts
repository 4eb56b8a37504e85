import type { CDPSession, Page } from 'playwright-core';

/** Most work for a frame at 60 frames a second, ms. */
export const FRAME = 1000 / 60;
/** Up to this much of `bareMs`, ms, bounds are as they are written. */
const BARE = 9;

/**
 * How many times longer than that this machine takes now for plain elements that no code of ours makes; at least 1. A shared
 * one takes three times as long for them on one day as on another, sums excepted. Where they take 12.5 to 14.8 ms, a frame
 * of the table takes 1.3 to 1.5 times as much: times `FRAME` it may take 1.85 times, and never has less than a frame.
 */
export async function slowness(page: Page): Promise<number> {
  const bare = await page.evaluate(bareMs);
  const times = Math.max(1, bare / BARE);
  console.log(`plain elements take ${bare.toFixed(1)} ms: bounds are ${times.toFixed(2)} times as wide`);
  return times;
}

/** In the page: makes 60 rows of 8 plain cells and lays them out, again and again; returns the median in ms. */
async function bareMs(): Promise<number> {
  const box = document.createElement('div');
  box.style.cssText = 'position: fixed; inset: 0; overflow: hidden; visibility: hidden; contain: strict';
  document.body.append(box);
  const times: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    await new Promise(requestAnimationFrame);
    const start = performance.now();
    const rows = Array.from({ length: 60 }, (_, row) => {
      const line = document.createElement('div');
      for (let cell = 0; cell < 8; cell += 1) {
        const text = document.createElement('span');
        text.className = `cell-${cell}`;
        text.textContent = `Sheet ${round * 60 + row}.${cell}`;
        line.append(text);
      }
      return line;
    });
    box.replaceChildren(...rows);
    void box.offsetHeight;
    times.push(performance.now() - start);
  }
  box.remove();
  return times.toSorted((one, other) => one - other)[30] ?? 0;
}

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
