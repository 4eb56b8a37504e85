import { z } from 'zod';
import { toldFailure, type Failure, type Result } from '../failure.ts';
import {
  commands,
  type CommandName,
  type EventName,
  type EventPayload,
  type Output,
  type Parsed,
} from './contract.ts';
import { toEngine, type ToRenderer } from './messages.ts';

/** What carries out each command. Failures are returned; what is thrown is a bug and answered as such. */
export type Handlers = {
  readonly [N in CommandName]: (input: Parsed<N>, signal: AbortSignal) => Promise<Result<Output<N>>>;
};

/** One renderer at the other end. */
export interface Connection {
  /** Takes a message as it came, whatever it is. */
  receive(raw: unknown): void;
  send<N extends EventName>(name: N, payload: EventPayload<N>): void;
  /** The other end is gone: aborts everything that it asked for. */
  close(): void;
}

export interface ServerOptions {
  readonly handlers: Handlers;
  readonly post: (message: ToRenderer) => void;
  /** A bug in a handler, for the log. */
  readonly onBug: (command: string, error: unknown) => void;
}

/** More calls than any screen makes at the same time. A renderer that runs wild is told to wait. */
const CALLS_AT_ONCE = 200;

/** The engine's end of the contract: every argument is parsed before a handler sees it. */
export function createConnection({ handlers, post, onBug }: ServerOptions): Connection {
  const running = new Map<number, AbortController>();

  const answer = async (
    id: number,
    name: CommandName,
    raw: unknown,
    signal: AbortSignal,
  ): Promise<ToRenderer> => {
    const input = commands[name].input.safeParse(raw);
    if (!input.success) return { kind: 'failed', id, failure: badInput(name, z.prettifyError(input.error)) };
    try {
      // The handler's input is what this very schema returned; the compiler cannot follow the pair.
      const handler = handlers[name] as (input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;
      const result = await handler(input.data, signal);
      return result.ok
        ? { kind: 'answer', id, output: result.value }
        : { kind: 'failed', id, failure: toldFailure(result.failure) };
    } catch (error) {
      onBug(name, error);
      return { kind: 'failed', id, failure: ourFault(name) };
    }
  };

  const call = async (id: number, name: string, input: unknown): Promise<void> => {
    // Every call needs its own id: an answer would be taken for that of the call that still runs.
    if (running.has(id)) return;
    if (!Object.hasOwn(commands, name)) {
      post({ kind: 'failed', id, failure: badInput(name, 'There is no such command.') });
      return;
    }
    if (running.size >= CALLS_AT_ONCE) {
      post({ kind: 'failed', id, failure: badInput(name, 'Too many calls at once.') });
      return;
    }
    const controller = new AbortController();
    running.set(id, controller);
    const message = await answer(id, name as CommandName, input, controller.signal);
    running.delete(id);
    if (!controller.signal.aborted) post(message);
  };

  return {
    receive: (raw) => {
      const parsed = toEngine.safeParse(raw);
      if (!parsed.success) return;
      const message = parsed.data;
      if (message.kind === 'cancel') running.get(message.id)?.abort();
      else void call(message.id, message.command, message.input);
    },
    send: (name, payload) => post({ kind: 'event', name, payload }),
    close: () => {
      for (const controller of running.values()) controller.abort();
    },
  };
}

function badInput(command: string, why: string): Failure {
  return {
    code: 'bad-input',
    message: `${command.slice(0, 100)}: ${why}`,
    hint: 'This is a fault in SiteSync: please report it with the diagnostics of the settings.',
    retry: 'on-change',
  };
}

function ourFault(command: string): Failure {
  return {
    code: 'bad-input',
    message: `An error in SiteSync itself stopped this (${command}). Nothing of yours is lost.`,
    hint: 'Try again. If it stays, export the diagnostics in the settings and send them to support.',
    retry: 'now',
  };
}
