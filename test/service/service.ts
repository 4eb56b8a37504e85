import type { AddressInfo } from 'node:net';
import { type Grant, Tokens } from './http/access.ts';
import { buildApp } from './http/app.ts';
import { OtherOrigin } from './http/other-origin.ts';
import { RequestLog } from './http/request-log.ts';
import { readSample, seedFromSample } from './sample.ts';
import { SEED_USER, Store } from './store/store.ts';
import type { Faults, PlannedFailure } from './switches/faults.ts';
import { type Settings, Switches } from './switches/switches.ts';
import type { Variation } from './switches/variation.ts';

/** The token that is valid where the options name none and there is no sample to name one. */
export const DEFAULT_TOKEN = 'demo-token';

export interface ServiceOptions {
  /** Everything is kept here; made where it is missing. */
  readonly dataDir: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The valid tokens; they are not kept in the data folder. */
  readonly tokens?: Readonly<Record<string, Grant>>;
  readonly variation?: Partial<Variation>;
  readonly faults?: Partial<Faults>;
  /** A sample folder to fill an empty data folder from. */
  readonly sample?: string;
  /** Epoch ms that the readings of the sample are moved to; where absent, their times are those of the sample. */
  readonly sampleUntil?: number;
}

export interface RunningService {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** What the service holds, to be looked at and changed behind the client's back. */
  readonly store: Store;
  readonly requests: RequestLog;
  /** The second origin of `downloadForm: 'redirect-other-origin'`. */
  readonly otherOrigin: OtherOrigin;
  readonly tokens: Tokens;
  /** The switches as they stand; counted faults show how many pages are left. */
  readonly switches: Switches;
  /** Changes the named switches from the next request on. */
  set(settings: Settings): void;
  /** Plans one more failure. */
  failNext(plan: PlannedFailure): void;
  /** Turns every switch off. */
  reset(): void;
  /** Ends all connections and closes the store; the data folder can then be started again. */
  close(): Promise<void>;
}

/** Starts a Site Data Service on 127.0.0.1. Rejects where the port is taken or the sample cannot be read. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const store = new Store(options.dataDir);
  const switches = new Switches(options.variation, options.faults);
  const otherOrigin = new OtherOrigin();
  try {
    if (options.sample !== undefined) seedFromSample(store, options.sample, options.sampleUntil);
    const tokens = new Tokens(options.tokens ?? defaultTokens(options.sample));
    const requests = new RequestLog();
    const app = await buildApp({ store, switches, tokens, log: requests, otherOrigin });
    await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
    const { port } = app.server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      port,
      store,
      requests,
      otherOrigin,
      tokens,
      switches,
      set: (settings) => switches.set(settings),
      failNext: (plan) => switches.failNext(plan),
      reset: () => switches.reset(),
      close: async () => {
        await Promise.all([app.close(), otherOrigin.close()]);
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

function defaultTokens(sample: string | undefined): Readonly<Record<string, Grant>> {
  const token = sample === undefined ? DEFAULT_TOKEN : readSample(sample).token;
  return { [token]: { user: SEED_USER, sites: 'all' } };
}
