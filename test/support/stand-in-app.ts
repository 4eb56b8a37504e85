import type { Outbox } from '../../shared/ipc/outbox.ts';
import { fail, ok, type Failure, type Result } from '../../shared/failure.ts';
import type { AppState } from '../../shared/ipc/app.ts';
import { commands, type CommandName, type EventName, type EventPayload } from '../../shared/ipc/contract.ts';
import type { Handlers } from '../../shared/ipc/server.ts';
import type { App, Content, EventListener } from '../../main/app/app.ts';

export const NOT_THERE: Failure = {
  code: 'not-found',
  message: 'It is not there.',
  hint: 'Look elsewhere.',
  retry: 'on-change',
};

export function someState(change: Partial<AppState> = {}): AppState {
  return {
    host: {
      kind: 'web',
      version: '0.0.0',
      platform: 'linux',
      device: 'laptop',
      can: { openFiles: false, revealFiles: false, chooseFolder: false, loginItem: false, keepAwake: false },
      updates: null,
    },
    account: {
      baseUrl: 'https://sites.example',
      signedIn: true,
      kept: 'keychain',
      keptSince: null,
      warning: null,
      person: null,
      tokenName: null,
    },
    connection: 'online',
    trouble: null,
    paused: false,
    pausedUntil: null,
    lastSync: null,
    root: '/sites',
    work: {
      phase: 'idle',
      site: null,
      by: 'bytes',
      filesDone: 0,
      filesTotal: 0,
      bytesDone: 0,
      bytesTotal: 0,
      bytesPerSecond: null,
      secondsLeft: null,
      rates: { up: null, down: null },
      running: [],
      reading: null,
      stands: false,
    },
    outbox: { pending: 0, issues: 0, conflicts: 0, held: 0 },
    storage: { keptBytes: 0, keptIsWhole: true, freeBytes: null },
    trash: 0,
    notices: [],
    ...change,
  };
}

/** An App whose answers a test sets; it records what it was asked. */
export interface StandInApp extends App {
  readonly calls: { readonly command: CommandName; readonly input: unknown; readonly signal: AbortSignal }[];
  readonly uploads: Map<string, Buffer>;
  readonly files: Map<string, Content>;
  readonly listening: () => number;
  answer(command: CommandName, reply: (input: never, signal: AbortSignal) => Promise<Result<unknown>>): void;
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void;
  refuseUploads(failure: Failure): void;
  woken: number;
  closed: number;
}

export function standInApp(state: AppState = someState()): StandInApp {
  const listeners = new Set<EventListener>();
  const replies = new Map<CommandName, (input: never, signal: AbortSignal) => Promise<Result<unknown>>>();
  let refusal: Failure | null = null;
  const app: StandInApp = {
    calls: [],
    uploads: new Map(),
    files: new Map(),
    listening: () => listeners.size,
    woken: 0,
    closed: 0,
    answer: (command, reply) => void replies.set(command, reply),
    emit: (name, payload) => {
      for (const listener of listeners) listener(name, payload);
    },
    refuseUploads: (failure) => {
      refusal = failure;
    },
    handlers: Object.fromEntries(
      Object.keys(commands).map((name) => [
        name,
        async (input: unknown, signal: AbortSignal) => {
          const command = name as CommandName;
          app.calls.push({ command, input, signal });
          return replies.get(command)?.(input as never, signal) ?? fail(NOT_THERE);
        },
      ]),
    ) as unknown as Handlers,
    subscribe: (listener) => {
      listeners.add(listener);
      listener('state', state);
      return () => listeners.delete(listener);
    },
    content: async (what, site, key) => {
      const found = app.files.get(`${what}/${site}/${key}`);
      return found === undefined ? fail(NOT_THERE) : ok(found);
    },
    upload: async (drop, index, bytes) => {
      if (refusal !== null) return fail(refusal);
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      app.uploads.set(`${drop}/${index}`, Buffer.concat(chunks));
      return ok(undefined);
    },
    wake: () => void (app.woken += 1),
    close: async () => void (app.closed += 1),
  };
  return app;
}

/** Nothing waits, and nothing is wrong. */
export const EMPTY_OUTBOX: Outbox = {
  pending: [],
  pendingTotal: 0,
  pendingBytes: 0,
  issues: [],
  issuesTotal: 0,
  issuesStuck: 0,
  conflicts: [],
  held: [],
  leftOut: [],
  leftOutTotal: 0,
};
