import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMirror } from '../../main/adapters/sqlite/mirror.ts';
import { startViews, type ViewsWorker } from '../../main/hosts/views/views-worker.ts';
import { MirrorError } from '../../main/sync/ports/mirror-error.ts';

describe('the thread of the views', () => {
  let folder: string;
  let views: ViewsWorker;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sitesync-views-'));
    const mirror = openMirror(folder);
    if (!mirror.ok) throw new Error(mirror.failure.message);
    mirror.value.close();
    views = startViews(folder, {
      online: true,
      signedIn: true,
      paused: false,
      platform: 'linux',
      device: 'one',
      ignore: [],
      ignoreTexts: {},
      running: [],
      revisions: {},
    });
  });

  afterEach(async () => {
    await views.close();
    rmSync(folder, { recursive: true });
  });

  it('answers', async () => {
    expect(await views.counts()).toEqual([]);
  });

  it('says in words what it was asked when it was closed, and after', async () => {
    const asked = views.counts();
    const closing = views.close();
    const error: unknown = await asked.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MirrorError);
    expect(error).toMatchObject({ failure: { code: 'cancelled', message: 'SiteSync is being closed.' } });
    await closing;
    await expect(views.outbox(null)).rejects.toBe(error);
  });
});
