import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';
import type { Moment } from '../../../main/app/views/moment.ts';
import type { ClosableViews } from '../../../main/app/views/views-in-turns.ts';
import { startViews } from '../../../main/hosts/views/views-thread.ts';
import { FailureError } from '../../../main/sync/ports/failure-error.ts';

describe('the thread of the views', () => {
  let folder: string;
  let views: ClosableViews;
  let threads: Worker[];
  let logged: string[];
  const note = (thread: Worker): void => void threads.push(thread);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitesync-views-'));
    const mirror = openMirror(folder);
    if (!mirror.ok) throw new Error(mirror.failure.message);
    mirror.value.close();
    [threads, logged] = [[], []];
    process.on('worker', note);
    const moment: Moment = {
      online: true,
      signedIn: true,
      paused: false,
      platform: 'linux',
      device: 'one',
      ignore: [],
      ignoreTexts: {},
      running: [],
      slowed: {},
      revisions: {},
      touched: {},
    };
    views = startViews(folder, moment, (line) => logged.push(line));
  });

  afterEach(async () => {
    process.off('worker', note);
    await views.close();
    rmSync(folder, { recursive: true });
  });

  it('answers', async () => {
    expect(await views.counts()).toEqual([]);
  });

  it('says in words that it ended by itself, and answers again', async () => {
    await views.counts();
    // Asked first it might still answer.
    const ending = threads.at(-1)?.terminate();
    const asked = views.counts().catch((thrown: unknown) => thrown);
    await ending;
    expect(await asked).toBeInstanceOf(FailureError);
    expect(logged.join()).toContain('The thread of the views ended');
    expect(await views.counts()).toEqual([]);
    expect(threads).toHaveLength(2);
  });

  it('says in words what it was asked when it was closed, and after', async () => {
    const asked = views.counts();
    const closing = views.close();
    const error: unknown = await asked.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FailureError);
    expect(error).toMatchObject({ failure: { code: 'cancelled', message: 'SiteSync is being closed.' } });
    await closing;
    await expect(views.outbox(null)).rejects.toEqual(error);
  });
});
