import { ok } from '../../../shared/failure.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { SeriesData } from '../../../shared/ipc/series.ts';
import { safeZone } from '../../../shared/time/zone.ts';
import { PER_COLUMN } from '../../../shared/series/decimate.ts';
import type { SeriesContext } from '../../series/context.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';
import { cacheBytes, evict } from '../../series/evict.ts';
import { exportPiece } from '../../series/export.ts';
import type { ViewStore } from '../../series/ports.ts';
import { readSeries, type SeriesReading } from '../../series/read.ts';
import type { AppContext } from '../context.ts';
import { packSamples } from './pack.ts';

type Names = `series.${'read' | 'export' | 'cache' | 'setLimit'}` | `views.${'list' | 'save' | 'delete'}`;

/** Timeseries and saved views of any site, kept here or not; `onFetched` hears that samples may have come. */
export function seriesCommands(
  app: AppContext,
  context: () => SeriesContext,
  views: ViewStore,
  onFetched: () => void,
): Pick<Handlers, Names> {
  return {
    'series.read': async ({ site, ids, from, to, columns, margin, fetch, again = false }, signal) => {
      const options = { maxPoints: columns * PER_COLUMN, margin, fetch, again, signal };
      const answer = await readSeries(context(), { site: site, ids, from, to }, options);
      if (fetch) onFetched();
      const { series, stale, fetchedAt, trouble } = answer;
      if (trouble !== null) app.requestFailed(trouble);
      else if (fetch) app.requestAnswered();
      return ok({ series: series.map(packed), stale, fetchedAt, trouble });
    },
    'series.export': async ({ site, series, from, to, at }, signal) => {
      const zone = safeZone(app.mirror.site(site)?.timezone ?? null);
      const table = { site: site, series, range: { from, to }, zone };
      return ok(await exportPiece(context(), table, at, signal));
    },
    'series.cache': async () => {
      const now = context();
      return ok({ bytes: cacheBytes(now), limit: now.limitBytes });
    },
    'series.setLimit': async ({ limit }) => {
      SETTINGS.seriesLimit.write(app.mirror, limit);
      await evict(context());
      return ok(null);
    },
    'views.list': async ({ site }) =>
      ok(views.list(site).map((view) => ({ ...view, panels: view.panels.map(mutable) }))),
    'views.save': async ({ site, view }) => {
      views.save(site, view);
      app.changed(site);
      return ok(null);
    },
    'views.delete': async ({ site, id }) => {
      views.delete(site, id);
      app.changed(site);
      return ok(null);
    },
  };
}

function packed({ times, values, coverage, words, ...reading }: SeriesReading): SeriesData {
  return { ...reading, samples: packSamples({ times, values }), coverage: [...coverage], words: [...words] };
}

function mutable({ series }: { readonly series: readonly string[] }): { series: string[] } {
  return { series: [...series] };
}
