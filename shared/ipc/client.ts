import {
  events,
  type CommandName,
  type EventName,
  type EventPayload,
  type Input,
  type Output,
} from './contract.ts';
import type { FailureWords } from './define.ts';
import { toRenderer, type ToEngine } from './messages.ts';

/** The renderer's end of whatever carries messages. */
export interface Transport {
  send(message: ToEngine): void;
  /** Called with each message that comes in. */
  listen(onMessage: (message: unknown) => void): void;
}

/** The engine could not carry out a command. `failure` has the words for the person. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: FailureWords;

  constructor(failure: FailureWords, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

export interface Client {
  /** Rejects with `CallFailed`. Abort the signal to tell the engine that the answer is no longer wanted. */
  call<N extends CommandName>(command: N, input: Input<N>, signal?: AbortSignal): Promise<Output<N>>;
  /** Returns how to stop listening. */
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  /** Fails every call under way: the connection is gone. */
  lost(failure: FailureWords): void;
}

interface Waiting {
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
}

const UNWANTED = { code: 'cancelled', message: 'No longer wanted.', hint: '', retry: 'now' } as const;

/** The renderer's end of the contract. Trusts the engine's outputs: they are typed there and checked in its tests. */
export function createClient(transport: Transport): Client {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  let last = 0;

  transport.listen((raw) => {
    const parsed = toRenderer.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    if (message.kind === 'event') {
      if (!Object.hasOwn(events, message.name)) return;
      for (const listener of listeners.get(message.name as EventName) ?? [])
        listener(message.payload as never);
      return;
    }
    const entry = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') entry?.resolve(message.output as never);
    else entry?.reject(new CallFailed(message.failure));
  });

  return {
    call: (command, input, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(new CallFailed(UNWANTED));
          return;
        }
        const id = ++last;
        waiting.set(id, { resolve, reject });
        signal?.addEventListener(
          'abort',
          () => {
            if (!waiting.delete(id)) return;
            transport.send({ kind: 'cancel', id });
            reject(new CallFailed(UNWANTED));
          },
          { once: true },
        );
        transport.send({ kind: 'call', id, command, input });
      }),
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    lost: (failure) => {
      for (const entry of waiting.values()) entry.reject(new CallFailed(failure));
      waiting.clear();
    },
  };
}
