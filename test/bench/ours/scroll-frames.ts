/** In a page: scrolls by 9 rows a frame, the speed of a flung wheel. Returns how many frames there were. */
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
