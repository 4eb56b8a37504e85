import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { DatamodelParts } from '../../main/app/datamodel/parts.ts';
import { pointsCommands } from '../../main/app/datamodel/points-commands.ts';
import { catalogOf, type PointCatalog } from '../../main/datamodel/catalog.ts';
import { HealthDesk } from '../../main/datamodel/health-desk.ts';
import type { DatamodelStore } from '../../main/datamodel/ports.ts';
import { DatamodelCache } from '../../main/datamodel/datamodel-cache.ts';
import { SITES_HELD } from '../../main/datamodel/held-sites.ts';
import { fail, ok } from '../../shared/failure.ts';
import type { SiteId } from '../../shared/model/ids.ts';
import { SITE, openDesk } from '../series/desk.ts';
import { MemoryMirror } from '../support/memory/mirror/mirror.ts';
import { model, point } from './models.ts';

const never = new AbortController().signal;

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

async function isGone(of: WeakRef<PointCatalog>): Promise<boolean> {
  // What is looked at through a WeakRef stays until the next turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  return of.deref() === undefined;
}

describe('what is held of the points of sites', () => {
  it('are the files of the last few sites, whoever asked about them', async () => {
    const read: string[] = [];
    let files = ['a.csv', 'b.csv'];
    const cache = new DatamodelCache({
      store: {
        mappings: () => new Map(),
        files: () =>
          files.map((path) => ({
            id: null,
            path,
            agreed: null,
            here: { path, size: 1, mtimeNs: 1n, hash: null },
          })),
      } as unknown as DatamodelStore,
      csv: {
        read: async ({ source }) => {
          if ('path' in source) read.push(source.path);
          return ok({ ...model('', []).report!, header: [] });
        },
        pack: async () => fail({ code: 'cancelled', message: '', hint: '', retry: 'now' }),
        compare: async () => fail({ code: 'cancelled', message: '', hint: '', retry: 'now' }),
        close: async () => undefined,
      },
      pathOf: (site, path) => `/${site}/${path}`,
      env: { sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    });
    const sites = Array.from({ length: SITES_HELD + 1 }, (_, at) => `site-${at}` as SiteId);
    // As a sync does that sends a changed one.
    for (const site of sites) await cache.readOne(site, 'a.csv', never);
    read.length = 0;
    await cache.readOne(sites[1]!, 'a.csv', never);
    expect(read).toEqual([]);
    await cache.readOne(sites[0]!, 'a.csv', never);
    expect(read).toEqual(['/site-0/a.csv']);
    // A file that went away and came back as it was is another reading: nobody held the first.
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
    for (const there of [['b.csv'], ['a.csv', 'b.csv']]) {
      files = there;
      await turn();
      await cache.read(sites[0]!, never);
    }
    expect(read).toEqual(['/site-0/a.csv', '/site-0/b.csv', '/site-0/a.csv']);
  });

  it('is no book of health of a site whose points went', async () => {
    const { context } = openDesk();
    const desk = new HealthDesk(() => context);
    const booked = async (): Promise<WeakRef<PointCatalog>> => {
      const models = [model('a.csv', [point('x')])];
      const catalog = await catalogOf(models, context.env);
      await desk.book(SITE, { models, catalog });
      return new WeakRef(catalog);
    };
    expect(await isGone(await booked())).toBe(true);
    expect((await desk.book(SITE, { models: [], catalog: await catalogOf([], context.env) })).files).toEqual(
      [],
    );
  });

  it('is no search of a site whose points went', async () => {
    const { context } = openDesk();
    let catalog: PointCatalog | null = await catalogOf([model('a.csv', [point('x')])], context.env);
    const parts = {
      datamodels: { of: async () => ({ models: [], catalog }) },
      series: () => context,
      store: { favourites: () => new Set() },
    } as unknown as DatamodelParts;
    const commands = pointsCommands(
      { changed: () => undefined, mirror: new MemoryMirror() },
      parts,
      new HealthDesk(() => context),
    );
    const filter = { text: 'x', favourites: false };
    const asked = { site: SITE, filter, folding: { all: false, except: [] }, offset: 0, limit: 9 };
    expect(await commands['points.page'](asked, never)).toMatchObject({ ok: true, value: { found: 1 } });
    const held = new WeakRef(catalog);
    catalog = null;
    expect(await isGone(held)).toBe(true);
    // Until here they are there, and could have held it.
    expect(commands).toBeDefined();
  });
});
