import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { siteCommands, type SiteDesk } from '../../../main/app/sites/site-commands.ts';
import type { SiteCounts } from '../../../main/app/views/views.ts';
import type { AppContext } from '../../../main/app/context.ts';
import type { Platform } from '../../../main/engine/policy.ts';
import type { CallOptions } from '../../../main/sync/ports/service.ts';
import { fail, ok } from '../../../shared/failure.ts';
import type { Keep } from '../../../shared/model/category.ts';
import type { FileId, SiteId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { SiteFile } from '../../../shared/model/site-file.ts';
import { never } from '../desk.ts';

const A = 'a' as SiteId;

/** How the folder of a site is shown. */
async function shown(folder: string, platform: Platform): Promise<string[]> {
  const asked: string[] = [];
  const show = (how: string) => async () => {
    asked.push(how);
    return ok(null);
  };
  const app = {
    env: { platform },
    mirror: { followed: () => [{ id: 'a', folder }] },
    host: { open: show('open'), reveal: show('reveal') },
  } as unknown as AppContext;
  const none = null as unknown as Parameters<typeof siteCommands>[1];
  await siteCommands(app, none)['sites.openFolder']({ site: A }, never);
  return asked;
}

it('opens the folder of a site, but none that a Mac takes for a program, or Windows for a door to something else', async () => {
  expect(await shown('/home/sites.d/Harbour House', 'darwin')).toEqual(['open']);
  expect(await shown('/home/sites/Harbour.workflow', 'linux')).toEqual(['open']);
  expect(await shown('/home/sites/Harbour.workflow', 'darwin')).toEqual(['reveal']);
  expect(await shown('C:\\Sites.{x}\\Harbour v1.2', 'win32')).toEqual(['open']);
  expect(await shown('C:\\Sites\\Harbour.{21EC2020-3AEA-1069-A2DD-08002B30309D}', 'win32')).toEqual([
    'reveal',
  ]);
});

it('counts the files of a site no longer than somebody waits for it', async () => {
  const { signal: closing } = new AbortController();
  const stop = new AbortController();
  const pages: number[] = [];
  const service = {
    filesPage: async (_site: string, offset: number, _limit: number, { signal }: CallOptions) => {
      pages.push(offset);
      if (pages.length === 2) stop.abort();
      if (signal?.aborted === true)
        return fail({ code: 'cancelled', message: '', hint: '', retry: 'now' } as const);
      const items = [{ site: 'a', category: 'other', size: 1 } as SiteFile];
      return ok({ items, odd: [], count: 1000, next: { offset: offset + 1, limit: 1 } });
    },
  };
  const session = { service, settings: { pageSize: 1 }, signal: closing };
  const app = { session: () => session } as unknown as AppContext;
  const none = null as unknown as Parameters<typeof siteCommands>[1];
  expect(await siteCommands(app, none)['sites.measure']({ site: A }, stop.signal)).toMatchObject({
    ok: false,
    failure: { code: 'cancelled' },
  });
  expect(pages).toHaveLength(2);
});

it('names the zone of a site only where clocks can be told by it', async () => {
  const zones = ['Europe/Oslo', 'Mars/Base', 'Mars/Base', null];
  const mirror = {
    followed: () => [],
    sites: () => zones.map((timezone, n) => ({ id: String(n), name: String(n), photoUrl: null, timezone })),
    setting: () => null,
  };
  const desk = { counts: () => new Map() } as unknown as Parameters<typeof siteCommands>[1];
  const listed = await siteCommands({ mirror } as unknown as AppContext, desk)['sites.list'](null, never);
  expect(listed).toMatchObject({
    value: ['Europe/Oslo', null, null, null].map((timezone) => ({ timezone })),
  });
});

it('lists sites as people count', async () => {
  const names = ['Depot 10', 'depot 2', 'Depot 1'];
  const mirror = {
    followed: () => [],
    sites: () => names.map((name) => ({ id: name, name, photoUrl: null, timezone: null })),
    setting: () => null,
  };
  const desk = { counts: () => new Map() } as unknown as Parameters<typeof siteCommands>[1];
  const listed = await siteCommands({ mirror } as unknown as AppContext, desk)['sites.list'](null, never);
  expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['Depot 1', 'depot 2', 'Depot 10']);
});

describe('a site that is kept no more', () => {
  const CATEGORY = { category: 'other', bytes: 70, bytesHere: 70, unread: 0, unsent: 0 } as const;
  /** Measured with 23 files before it was kept, and left with these counts of its trees. */
  const left = async (counts: Partial<SiteCounts>, keep: Keep = 'all') => {
    let kept: { id: string; folder: string; keep: Keep } | null = null;
    const settings = new Map<string, string | null>();
    const mirror = {
      followed: () => (kept === null ? [] : [kept]),
      unfollow: () => (kept = null),
      sites: () => [{ id: 'a', name: 'A', photoUrl: null }],
      setting: (key: string) => settings.get(key) ?? null,
      setSetting: (key: string, value: string | null) => settings.set(key, value),
    };
    const items = Array.from({ length: 23 }, () => ({ site: A, category: 'other', size: 1 }) as SiteFile);
    const service = { filesPage: async () => ok({ items, odd: [], count: 23, next: null }) };
    const session = { service, settings: { pageSize: 100 }, signal: never };
    const app = {
      mirror,
      locks: { free: () => undefined },
      session: () => session,
      changed: () => undefined,
    };
    const files = { ...CATEGORY, files: 3034, here: 3034 };
    const settled = { pending: 0, issues: 0, conflicts: 0, held: 0, listedAt: 1, categories: [files] };
    const desk = {
      counts: () => new Map([['a', { ...settled, ...counts }]]),
      forgetCounts: () => undefined,
      refresh: async () => undefined,
      release: (_site: string, change: () => Promise<unknown>) => change(),
    };
    const sites = siteCommands(app as unknown as AppContext, desk as unknown as SiteDesk);
    await sites['sites.measure']({ site: A }, never);
    kept = { id: 'a', folder: '/a', keep };
    await sites['sites.unfollow']({ site: A }, never);
    const listed = await sites['sites.list'](null, never);
    return listed.ok ? listed.value[0]! : null;
  };

  it('is counted as its trees were, with nothing kept', async () => {
    expect((await left({}))?.categories).toEqual([{ ...CATEGORY, files: 3034, here: 0, bytesHere: 0 }]);
  });

  it.each([{ pending: 1 }, { issues: 1 }, { conflicts: 1 }, { held: 1 }, { listedAt: null }])(
    'is to be counted anew where they may say otherwise than the service: %o',
    async (counts) => expect((await left(counts))?.categories).toBeNull(),
  );

  it.each([
    [
      ['other', 'spec-sheet'],
      ['other', 'spec-sheet'],
    ],
    ['all', null],
    ['none', null],
  ] as const)('was kept with %o', async (keep, before) =>
    expect((await left({}, keep))?.keptBefore).toEqual(before),
  );
});

describe('a choice of categories', () => {
  const kept = { id: 'a', folder: '/a', keep: 'all' as Keep };
  const choosing = (
    lapsing: SiteDesk['lapsing'],
  ): {
    sites: ReturnType<typeof siteCommands>;
    said: unknown[];
    chosen: Keep[];
    dropped: unknown[];
    syncs: unknown[];
  } => {
    let site = kept;
    const said: unknown[] = [];
    const chosen: Keep[] = [];
    const dropped: unknown[] = [];
    const syncs: unknown[] = [];
    const mirror = {
      followed: () => [site],
      agreement: (_: string, id: string) => (id === 'gone' ? null : {}),
      commit: (_: string, commits: readonly unknown[]) => dropped.push(...commits),
      follow: (next: typeof kept) => {
        site = next;
        chosen.push(next.keep);
      },
    };
    const app = {
      mirror,
      session: () => ({ progress: { deleting: new Set(['sent']) } }),
      changed: () => undefined,
      syncSoon: (id: unknown) => syncs.push(id),
      emit: (name: string, payload: unknown) => said.push([name, payload]),
    } as unknown as AppContext;
    const desk = { lapsing, refresh: async () => undefined } as unknown as SiteDesk;
    return { sites: siteCommands(app, desk), said, chosen, dropped, syncs };
  };

  it('names the deletes that are not sent because of it', async () => {
    const deletes = [1, 2, 3, 4].map((n) => ({ id: `${n}` as FileId, path: `Other/${n}.txt` as RelPath }));
    const { sites, said, chosen, dropped, syncs } = choosing(async (_, keep) =>
      keep === 'all' ? [] : deletes,
    );
    await sites['sites.setKeep']({ site: A, keep: 'all' }, never);
    expect(said).toEqual([]);
    await sites['sites.follow']({ site: A, keep: ['spec-sheet'], folder: null }, never);
    const text =
      '4 deletes made here were not sent, and will not be: Other/1.txt, Other/2.txt, Other/3.txt and 1 more stay on the service.';
    expect(said).toEqual([['toast', { kind: 'warn', text }]]);
    expect(chosen).toEqual(['all', ['spec-sheet']]);
    // It holds also where the choice is taken back before a cycle has run.
    expect(dropped).toEqual(deletes.map(({ id }) => ({ dropBase: id })));
    expect(syncs).toEqual(['a', 'a']);
  });

  it('names those that were sent, or done, in that moment as what goes', async () => {
    const deletes = ['sent', 'waits', 'gone'].map((id) => ({
      id: id as FileId,
      path: `Other/${id}.txt` as RelPath,
    }));
    const { sites, said, dropped } = choosing(async () => deletes);
    await sites['sites.setKeep']({ site: A, keep: 'none' }, never);
    expect(said).toMatchObject([
      [
        'toast',
        {
          text: '1 delete made here was not sent, and will not be: Other/waits.txt stays on the service. 2 deletes were on the way already: Other/sent.txt, Other/gone.txt go from the service.',
        },
      ],
    ]);
    expect(dropped).toEqual([{ dropBase: 'waits' }]);
  });

  it('counts before the one that was made after it, however long each takes', async () => {
    const looks: (() => void)[] = [];
    const { sites, chosen } = choosing((_, keep) =>
      keep === 'none' ? new Promise((resolve) => looks.push(() => resolve([]))) : Promise.resolve([]),
    );
    const both = [
      sites['sites.setKeep']({ site: A, keep: 'none' }, never),
      sites['sites.setKeep']({ site: A, keep: ['other'] }, never),
    ];
    await setImmediate();
    for (const look of looks) look();
    await Promise.all(both);
    expect(chosen).toEqual(['none', ['other']]);
  });

  it('is made after one that failed', async () => {
    const { sites, chosen } = choosing(async (_, keep) => {
      if (keep === 'none') throw new Error('no views');
      return [];
    });
    await expect(sites['sites.setKeep']({ site: A, keep: 'none' }, never)).rejects.toThrow('no views');
    await sites['sites.setKeep']({ site: A, keep: ['other'] }, never);
    expect(chosen).toEqual([['other']]);
  });
});
