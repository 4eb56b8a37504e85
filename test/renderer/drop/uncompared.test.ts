import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DropDesk } from '../../../renderer/features/drop/drop-desk.ts';
import type { Bridge } from '../../../renderer/state/bridge.ts';
import { CallFailed } from '../../../shared/ipc/client.ts';
import type { DropReview } from '../../../shared/ipc/drop.ts';

const LOST = { code: 'offline', message: 'The connection was lost.', hint: '', retry: 'on-connect' } as const;
const FILES = ['one.txt', 'two.txt'].map((name) => new File([name], name));

/** Answers at once, or cannot start. */
class FakeWorker {
  static isMissing = false;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    if (FakeWorker.isMissing) queueMicrotask(() => this.onerror?.());
  }

  postMessage(): void {
    if (!FakeWorker.isMissing) queueMicrotask(() => this.onmessage?.({ data: 'a'.repeat(64) }));
  }

  terminate(): void {}
}

let asked: string[];
let troubles: unknown[];
let desk: DropDesk;

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  FakeWorker.isMissing = false;
  [asked, troubles] = [[], []];
  const row = (index: number): DropReview['rows'][number] => ({
    index,
    path: FILES[index]!.name,
    size: FILES[index]!.size,
    category: 'other',
    reason: null,
    refused: null,
    renamed: false,
    target: `Other/${FILES[index]!.name}`,
    holder: null,
    sameSize: true,
    duplicateOf: null,
    twinOf: null,
  });
  const review: DropReview = {
    drop: 'drop-1',
    site: 'harbour',
    rows: FILES.map((_, index) => row(index)),
    skipped: [],
    uncompared: { files: 0, bytes: 0 },
  };
  const call = async (command: string): Promise<unknown> => {
    asked.push(command);
    if (command === 'drop.hashes') throw new CallFailed(LOST);
    return review;
  };
  desk = new DropDesk({ client: { call, on: () => () => undefined }, drops: {} } as unknown as Bridge, {
    onAdded: () => undefined,
    onFailed: () => expect.unreachable('The review is thrown away'),
    onUncompared: (error) => troubles.push(error),
  });
});

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['the connection is lost', false],
  ['what reads them cannot start', true],
])('goes on with a review whose files could not be compared, since %s', async (_, isMissing) => {
  FakeWorker.isMissing = isMissing;
  await desk.review({ site: 'harbour', category: null }, { kind: 'files', files: FILES });
  expect(desk.get()).toMatchObject({ kind: 'review', comparing: null, failure: null });
  expect(asked).toEqual(isMissing ? ['drop.review'] : ['drop.review', 'drop.hashes']);
  expect(troubles).toHaveLength(1);
});
