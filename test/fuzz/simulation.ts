import type { HabitOptions } from '../simulation/habits.ts';
import { simulate, type SimulateOptions } from '../simulation/simulate.ts';
import type { Found } from './found.ts';

/** Simulates so many seeds, one after the other. Stops at the first that breaks a rule. */
export async function fuzzSimulation(
  runs: number,
  seed: number,
  say: (line: string) => void,
  options: HabitOptions = {},
): Promise<Found | null> {
  const start = performance.now();
  let crashes = 0;
  let requests = 0;
  for (let done = 0; done < runs; done++) {
    const first = await simulate(seed + done, options);
    const found = first.broken.length > 0 ? first.broken : await differences(first, done, options);
    if (found.length > 0)
      return { seed: seed + done, why: `${found.join('\n')}\n${await story(seed + done, options)}` };
    crashes += first.crashes;
    requests += first.requests;
    if ((done + 1) % 200 === 0 || done + 1 === runs) {
      const each = Math.round((performance.now() - start) / (done + 1));
      say(`${done + 1} of ${runs} simulations, ${crashes} crashes, ${requests} requests, ${each} ms each`);
    }
  }
  return null;
}

/** Every tenth seed is run twice: the same seed must tell the same story. */
async function differences(
  first: Awaited<ReturnType<typeof simulate>>,
  index: number,
  options: SimulateOptions,
): Promise<readonly string[]> {
  if (index % 10 !== 0) return [];
  const second = await simulate(first.seed, options);
  return second.digest === first.digest ? [] : ['The same seed told another story the second time.'];
}

async function story(seed: number, options: SimulateOptions): Promise<string> {
  const { lines, climate } = await simulate(seed, { ...options, keepsLines: true });
  const plain = (_key: string, value: unknown): unknown =>
    typeof value === 'bigint' ? String(value) : value;
  return `${lines.join('\n')}\n${JSON.stringify(climate, plain)}`;
}
