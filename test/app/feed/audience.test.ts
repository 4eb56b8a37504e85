import { describe, expect, it } from 'vitest';
import type { AppState } from '../../../shared/ipc/app.ts';
import { Audience } from '../../../main/app/feed/audience.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';

interface Told {
  readonly audience: Audience;
  readonly heard: unknown[];
  readonly facts: { state: object; slowed: (readonly [never, number])[]; broken: FailureError | null };
}

function audience(): Told {
  const facts: Told['facts'] = { state: { paused: false }, slowed: [], broken: null };
  return {
    facts,
    heard: [],
    audience: new Audience({
      env: { now: () => 0 },
      state: async () => () => {
        if (facts.broken !== null) throw facts.broken;
        return facts.state as AppState;
      },
      slowed: () => facts.slowed,
      log: () => undefined,
    }),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('the pages that listen', () => {
  it('hear the state when they come, and then only when it is another', async () => {
    const { audience: pages, heard, facts } = audience();
    await pages.tellState();
    const stop = pages.subscribe((name, payload) => heard.push([name, payload]));
    await turn();
    expect(heard).toEqual([['state', { paused: false }]]);
    await pages.tellState();
    await pages.tellState();
    facts.state = { paused: true };
    await pages.tellState();
    expect(heard.slice(1)).toEqual([
      ['state', { paused: false }],
      ['state', { paused: true }],
    ]);
    stop();
    facts.state = {};
    await pages.tellState();
    expect(heard).toHaveLength(3);
  });

  it('hear of a state that came back right after one of them came', async () => {
    const { audience: pages, facts } = audience();
    const last = new Map<string, unknown>();
    const hear = (who: string): void => void pages.subscribe((_, payload) => last.set(who, payload));
    hear('first');
    await turn();
    await pages.tellState();
    facts.state = { paused: true };
    hear('second');
    await turn();
    facts.state = { paused: false };
    await pages.tellState();
    expect([...last]).toEqual([
      ['first', { paused: false }],
      ['second', { paused: false }],
    ]);
  });

  it('look again once when sites begin or cease to wait for the service', async () => {
    const { audience: pages, heard, facts } = audience();
    pages.subscribe((name) => name === 'changed' && heard.push(name));
    await pages.tellState();
    facts.slowed = [['s1' as never, 60_000]];
    await pages.tellState();
    await pages.tellState();
    expect(heard).toHaveLength(1);
    facts.slowed = [];
    await pages.tellState();
    expect(heard).toHaveLength(2);
  });

  it('hear nothing where they come after the mirror was closed', async () => {
    const { audience: pages, heard } = audience();
    pages.subscribe((name) => heard.push(name));
    pages.close();
    await turn();
    expect(heard).toEqual([]);
  });

  it('hear that the mirror cannot be read instead of the state, and of a lasting trouble once', async () => {
    const { audience: pages, heard, facts } = audience();
    const failure = { code: 'mirror-broken', message: 'It is away.', hint: '', retry: 'later' } as const;
    facts.broken = new FailureError(failure);
    pages.subscribe((name, payload) => heard.push([name, payload]));
    await turn();
    const told = ['toast', { kind: 'warn', text: 'It is away.' }];
    expect(heard).toEqual([told]);
    pages.trouble(failure);
    pages.trouble(failure);
    expect(heard).toEqual([told, told]);
  });
});
