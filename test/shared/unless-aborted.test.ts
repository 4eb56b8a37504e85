import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';

import { unlessAborted } from '../../shared/unless-aborted.ts';

describe('what is waited for unless a signal is aborted', () => {
  const never = (): Promise<string> => new Promise(() => undefined);

  it('is what comes of it, and what it fails with', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve('came'), signal)).toBe('came');
    await expect(unlessAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
  });

  it('is nothing for each that waits where the signal is aborted, before or meanwhile', async () => {
    const stop = new AbortController();
    const waiting = [unlessAborted(never(), stop.signal), unlessAborted(never(), stop.signal)];
    stop.abort();
    expect(await Promise.all([...waiting, unlessAborted(never(), stop.signal)])).toEqual([null, null, null]);
  });

  it('is what had come by then, of a signal that was aborted before', async () => {
    expect(await unlessAborted(Promise.resolve('came'), AbortSignal.abort())).toBe('came');
  });

  it('may fail afterwards, which nobody hears', async () => {
    const stop = new AbortController();
    const late = Promise.withResolvers<string>();
    const waiting = unlessAborted(late.promise, stop.signal);
    stop.abort();
    late.reject(new Error('too late'));
    expect(await waiting).toBeNull();
  });

  it('costs a signal one listener, however often it is waited', async () => {
    const { signal } = new AbortController();
    for (let n = 0; n < 100; n++) await unlessAborted(Promise.resolve(n), signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });
});
