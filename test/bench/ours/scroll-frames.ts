/** Runs in a page. Scrolls by 9 rows a frame, the speed of a flung wheel. Returns the number of frames. */
export function scrollFrames(grid: Element, duration: number): Promise<number> {
  return new Promise((resolve) => {
    let frames = 0;
    const start = performance.now();
    const step = (now: number): void => {
      frames += 1;
      grid.scrollTop += 288;
      if (now - start < duration) requestAnimationFrame(step);
      else resolve(frames);
    };
    requestAnimationFrame(step);
  });
}
