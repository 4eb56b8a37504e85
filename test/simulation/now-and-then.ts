import type { Climate } from './climate.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** Acts again and again for as long as people work, each time after at most that time over `parts`. */
export async function nowAndThen(
  { scheduler, climate }: { readonly scheduler: Scheduler; readonly climate: Climate },
  random: Random,
  parts: number,
  act: () => unknown,
): Promise<void> {
  const end = scheduler.now + climate.span;
  while (scheduler.now < end) {
    await scheduler.wait(random.below(climate.span / parts));
    await act();
  }
}
