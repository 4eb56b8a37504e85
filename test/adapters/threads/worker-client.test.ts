import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { QuestionFailed, WorkerClient } from '../../../main/adapters/threads/worker-client.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';
import type { EchoQuestion } from './echo.worker.ts';

type EchoClient = WorkerClient<EchoQuestion, { readonly text: string; readonly before: string }, string>;

let started: Worker[];
beforeEach(() => {
  started = [];
});

function client(options: ConstructorParameters<typeof WorkerClient>[1] = {}): EchoClient {
  const made: EchoClient = new WorkerClient(() => {
    const worker = new Worker(new URL('./echo.worker.ts', import.meta.url));
    started.push(worker);
    return worker;
  }, options);
  onTestFinished(() => made.close());
  return made;
}

describe('a question', () => {
  it('starts the worker, and gets the answer that is its own', async () => {
    const echo = client();
    expect(echo.running).toBe(false);
    const [slow, quick] = await Promise.all([
      echo.ask({ text: 'slow', afterMs: 50 }),
      echo.ask({ text: 'quick' }),
    ]);
    expect([slow.text, quick.text, started.length]).toEqual(['slow', 'quick', 1]);
  });

  it('gets the parts of its answer first', async () => {
    const parts: string[] = [];
    await client().ask({ text: 'abc' }, { onPart: (part) => parts.push(part) });
    expect(parts).toEqual(['a', 'b', 'c']);
  });

  it('ends with what is thrown where its parts are taken, and the worker goes on', async () => {
    const echo = client();
    const full = new Error('The disk is full');
    const onPart = (): void => {
      throw full;
    };
    await expect(echo.ask({ text: 'ab' }, { onPart })).rejects.toBe(full);
    expect((await echo.ask({ text: 'next' })).text).toBe('next');
    expect(started).toHaveLength(1);
  });

  it('fails alone where the worker throws for it', async () => {
    const echo = client();
    const others = echo.ask({ text: 'other', afterMs: 50 });
    const failed: unknown = await echo
      .ask({ text: 'No such row', fails: 'this' })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(QuestionFailed);
    expect(failed).toMatchObject({ message: expect.stringMatching(/No such row[^]*echo\.worker/) as string });
    expect((await others).text).toBe('other');
    expect(started).toHaveLength(1);
  });

  it('that wants no answer is told to a worker that runs, and starts none', async () => {
    const echo = client();
    echo.tell({ text: 'to nobody' });
    expect(echo.running).toBe(false);
    await echo.ask({ text: 'first' });
    echo.tell({ text: 'told' });
    expect((await echo.ask({ text: 'last' })).before).toBe('told');
  });
});

describe('a worker that dies', () => {
  it.each([
    ['of an error', 'thread', 'Out of luck'],
    ['by leaving', 'exit', 'status 3'],
  ] as const)(
    '%s fails all that it was asked, and the next question starts another',
    async (_, fails, words) => {
      const echo = client();
      const asked = await Promise.allSettled([
        echo.ask({ text: 'waits', afterMs: 60_000 }),
        echo.ask({ text: 'Out of luck', fails }),
      ]);
      const failure = { retry: 'later', detail: expect.stringContaining(words) as string };
      const told = { status: 'rejected', reason: { failure } };
      expect(asked).toMatchObject([told, told]);
      expect(echo.running).toBe(false);
      expect((await echo.ask({ text: 'again' })).text).toBe('again');
      expect(started).toHaveLength(2);
    },
  );
});

it('tells of a death in the words that it was given for it', async () => {
  const deaths: string[] = [];
  const failure = { code: 'unreadable', message: 'No views.', hint: '', retry: 'later' } as const;
  const echo = client({
    died: (why) => {
      deaths.push(why.message);
      return new FailureError(failure);
    },
  });
  const asked = [
    echo.ask({ text: 'waits', afterMs: 60_000 }),
    echo.ask({ text: 'Bad luck', fails: 'thread' }),
  ];
  await expect(Promise.allSettled(asked)).resolves.toMatchObject([
    { reason: { failure } },
    { reason: { failure } },
  ]);
  expect(deaths).toEqual(['Bad luck']);
});

describe('a thread for which the system has no room', () => {
  /** As Node throws it. */
  const NO_ROOM = Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });

  it('fails what is asked in words, and is tried again with the next question', async () => {
    let refusals = 2;
    const echo: EchoClient = new WorkerClient(() => {
      if (refusals-- > 0) throw NO_ROOM;
      return new Worker(new URL('./echo.worker.ts', import.meta.url));
    });
    onTestFinished(() => echo.close());
    echo.getReady();
    expect(echo.running).toBe(false);
    await expect(echo.ask({ text: 'refused' })).rejects.toMatchObject({
      failure: {
        retry: 'later',
        message: expect.stringContaining('no more threads') as string,
        detail: 'EAGAIN',
      },
      cause: NO_ROOM,
    });
    expect((await echo.ask({ text: 'again' })).text).toBe('again');
  });

  it('is no excuse for a fault of the program', async () => {
    const fault = new TypeError('No such file');
    const faulty: EchoClient = new WorkerClient(() => {
      throw fault;
    });
    await expect(faulty.ask({ text: 'never' })).rejects.toBe(fault);
    expect(() => faulty.getReady()).toThrow(fault);
  });
});

describe('an idle worker', () => {
  it('ends, and the next question starts another', async () => {
    const echo = client({ idleMs: 20 });
    await echo.ask({ text: 'one' });
    await expect.poll(() => echo.running).toBe(false);
    expect((await echo.ask({ text: 'two' })).before).toBe('');
    expect(started).toHaveLength(2);
  });

  it('also ends where it was got ready and never asked', async () => {
    const echo = client({ idleMs: 20 });
    echo.getReady();
    expect(echo.running).toBe(true);
    await expect.poll(() => echo.running).toBe(false);
  });

  it('is none while a question waits, or something is held', async () => {
    const echo = client({ idleMs: 20 });
    expect((await echo.ask({ text: 'slow', afterMs: 200 })).text).toBe('slow');
    const letGo = echo.hold();
    await delay(100);
    expect(echo.running).toBe(true);
    letGo();
    await expect.poll(() => echo.running).toBe(false);
    // Of the worker that is no more.
    letGo();
    expect(started).toHaveLength(1);
  });

  it('does not keep the process, a question that waits does', async () => {
    const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'idle-client.child.ts')], {
      timeout: 60_000,
    });
    expect((await run).stdout).toBe('done\n');
  });
});

describe('a client', () => {
  it('that is closed rejects what waits and what comes, and starts nothing', async () => {
    const echo = client();
    const waiting = expect(echo.ask({ text: 'late' })).rejects.toMatchObject({
      failure: { code: 'cancelled' },
    });
    await echo.close();
    await waiting;
    await expect(echo.ask({ text: 'later' })).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    echo.getReady();
    expect([echo.running, started.length]).toEqual([false, 1]);
  });

  it('that ends its worker rejects what waits, and may be asked while that ends', async () => {
    const echo = client();
    const waiting = expect(echo.ask({ text: 'late' })).rejects.toMatchObject({
      failure: { code: 'cancelled' },
    });
    const ending = echo.end();
    expect((await echo.ask({ text: 'next' })).text).toBe('next');
    await Promise.all([waiting, ending]);
    expect(started).toHaveLength(2);
  });
});
