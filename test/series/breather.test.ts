import { describe, expect, it } from 'vitest';
import { Breather } from '../../main/series/breather.ts';

describe('pauses in long work', () => {
  /** A clock that work moves on, and the order of what was done. */
  function workshop(): {
    readonly done: string[];
    readonly breather: Breather;
    readonly work: (name: string, ms: number) => void;
  } {
    let now = 0;
    const done: string[] = [];
    const breather = new Breather({
      now: () => now,
      sleep: async () => {
        await Promise.resolve();
        done.push('pause');
      },
    });
    const work = (name: string, ms: number): void => {
      done.push(name);
      now += ms;
    };
    return { done, breather, work };
  }

  it('come only after a stretch of work', async () => {
    const { done, breather, work } = workshop();
    for (const name of ['a', 'b', 'c']) {
      await breather.breathe();
      work(name, 4);
    }
    expect(done).toEqual(['a', 'b', 'pause', 'c']);
  });

  it('lie between the stretches of all that share the work', async () => {
    const { done, breather, work } = workshop();
    work('first', 10);
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => {
        await breather.breathe();
        work(name, 10);
      }),
    );
    expect(done).toEqual(['first', 'pause', 'a', 'pause', 'b', 'pause', 'c', 'pause', 'd']);
  });
});
