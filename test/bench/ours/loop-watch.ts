import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION = 5;

/** How long the event loop keeps others waiting, ms, from now until `figures` is called. */
export function watchLoop(): { figures(): { readonly loopP99: number; readonly loopMax: number } } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  return {
    figures: () => {
      delays.disable();
      // The histogram counts the time between two of its own timers, so its resolution is subtracted.
      const over = (ns: number): number => Math.max(0, ns / 1e6 - RESOLUTION);
      return { loopP99: over(delays.percentile(99)), loopMax: over(delays.max) };
    },
  };
}
