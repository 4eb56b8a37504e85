import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another address of a service, at which updates come in on top of each other. */
export interface HeldPuts {
  readonly url: string;
  /** The next so many PUTs wait for each other, are carried out in the order in which they came, and then answered. */
  hold(puts: number): void;
  /** How many of them have come. */
  readonly waiting: number;
  /**
   * Holds the next PUT alone. `came` resolves when it is there, `letGo` when it was carried out and answered, `carryOut`
   * when it was carried out and will not be answered.
   */
  holdOne(): { readonly came: Promise<void>; letGo(): Promise<void>; carryOut(): Promise<void> };
  close(): Promise<void>;
}

/** Sends a request on; resolves with what answers it. */
type Answer = () => void;

/** Each of the held PUTs comes from a client that looked at the record before any of them was carried out. */
export async function holdPuts(service: string): Promise<HeldPuts> {
  let missing = 0;
  const held: (() => Promise<Answer>)[] = [];
  let alone: ((carryOut: () => Promise<Answer>) => void) | null = null;
  const server = createServer((incoming, outgoing) => {
    const carryOut = (): Promise<Answer> => sendOn(service, incoming, outgoing);
    if (incoming.method === 'PUT' && alone !== null) {
      alone(carryOut);
      alone = null;
      return undefined;
    }
    if (incoming.method !== 'PUT' || missing === 0) return void carryOut().then((answer) => answer());
    held.push(carryOut);
    missing -= 1;
    return missing > 0 ? undefined : void inOrder(held.splice(0));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hold: (puts) => {
      missing = puts;
    },
    get waiting() {
      return held.length;
    },
    holdOne: () => {
      const put = new Promise<() => Promise<Answer>>((came) => {
        alone = came;
      });
      return {
        came: put.then(() => undefined),
        letGo: async () => (await (await put)())(),
        carryOut: async () => void (await (await put)()),
      };
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function inOrder(requests: readonly (() => Promise<Answer>)[]): Promise<void> {
  const answers: Answer[] = [];
  for (const carryOut of requests) answers.push(await carryOut());
  for (const answer of answers) answer();
}

function sendOn(service: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Answer> {
  const { method, headers, url = '/' } = incoming;
  return new Promise((answered, failed) => {
    const onward = request(new URL(url, service), { method, headers }, (answer) => {
      answered(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
    });
    onward.on('error', failed);
    incoming.pipe(onward);
  });
}
