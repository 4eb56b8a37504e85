import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { Output, Parsed } from '../../../shared/ipc/contract.ts';
import type {
  DatamodelFile as DatamodelRow,
  Equipment,
  Point,
  PointRow,
} from '../../../shared/ipc/datamodel.ts';
import type { Place } from '../../../shared/ipc/app.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import { ROLES } from '../../../shared/model/datamodel.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import type { EquipmentGroup, FilePoint, PointCatalog } from '../../datamodel/catalog.ts';
import { absenceOf } from '../../datamodel/absence.ts';
import { findPoints } from '../../datamodel/find.ts';
import { foldedRows } from '../../datamodel/folded-rows.ts';
import { healthAt } from '../../datamodel/health.ts';
import type { HealthDesk } from '../../datamodel/health-desk.ts';
import type { ReadDatamodel } from '../../datamodel/datamodel-cache.ts';
import { headerKey } from '../../engine/datamodel/columns.ts';
import type { AppContext } from '../context.ts';
import type { DatamodelParts } from './parts.ts';
import { nameOf } from '../../sync/following/site-name.ts';

type Names = `points.${'page' | 'search' | 'get' | 'equipment' | 'of' | 'files' | 'confirm' | 'favourite'}`;

/** More equipment, and more points of one, than a menu shows. */
const MOST_EQUIPMENT = 2000;
const MOST_POINTS = 500;
/** Points that the palette lists. */
const MOST_PLACES = 8;
/** More columns than a person chooses from. */
const MOST_COLUMNS = 1000;

/** The points browser, from the datamodels that are on this computer. */
export function pointsCommands(
  app: Pick<AppContext, 'changed' | 'mirror'>,
  parts: DatamodelParts,
  health: HealthDesk,
): Pick<Handlers, Names> {
  const desk = new PointsDesk(parts, health);
  return {
    'points.page': async (input, signal) => ok(await desk.page(input, signal)),
    'points.search': async ({ text }, signal) => ok(await desk.search(app, text, signal)),
    'points.get': async ({ site, ids }, signal) => {
      const { catalog } = await parts.datamodels.of(site, signal);
      const entries = [...new Set(ids)].flatMap((id) => catalog.byId.get(id) ?? []);
      return ok(await desk.describe(site, catalog, entries));
    },
    'points.equipment': async ({ site, class: kind }, signal) => {
      const { catalog } = await parts.datamodels.of(site, signal);
      const groups = catalog.groups.filter((group) => kind === null || group.class === kind);
      return ok(groups.slice(0, MOST_EQUIPMENT).map(equipmentOf));
    },
    'points.of': async ({ site, equipment }, signal) => {
      const { catalog } = await parts.datamodels.of(site, signal);
      const points = catalog.groups.find(({ name }) => name === equipment)?.points ?? [];
      return ok(await desk.describe(site, catalog, points.slice(0, MOST_POINTS)));
    },
    'points.files': async ({ site }, signal) =>
      ok((await parts.datamodelCache.read(site, signal)).map(fileOf)),
    'points.confirm': async ({ site, file, columns }, signal) => {
      const confirmed = await confirm(parts, site, file, columns, signal);
      if (confirmed.ok) app.changed(site);
      return confirmed;
    },
    'points.favourite': async ({ site, id, favourite }) => {
      parts.store.setFavourite(site, id, favourite);
      app.changed(site);
      return ok(null);
    },
  };
}

class PointsDesk {
  readonly #parts: DatamodelParts;
  readonly #health: HealthDesk;
  /** The last search of each site: its pages are asked for one after the other. It goes with the site's points. */
  readonly #last = new WeakMap<
    PointCatalog,
    { readonly key: string; readonly groups: Promise<readonly EquipmentGroup[]> }
  >();

  constructor(parts: DatamodelParts, health: HealthDesk) {
    this.#parts = parts;
    this.#health = health;
  }

  async page(
    { site: id, filter, folding, offset, limit }: Parsed<'points.page'>,
    signal: AbortSignal,
  ): Promise<Output<'points.page'>> {
    const { catalog } = await this.#parts.datamodels.of(id, signal);
    const groups = await this.#found(id, catalog, filter.text, filter.favourites);
    const folded = { all: folding.all, except: new Set(folding.except) };
    const { rows, total } = foldedRows(groups, folded, offset, limit);
    const points = rows.flatMap((row) => (row.kind === 'point' ? [row.entry] : []));
    const described = new Map((await this.describe(id, catalog, points)).map((point) => [point.id, point]));
    return {
      rows: rows.flatMap((row): PointRow[] => {
        if (row.kind === 'equipment')
          return [{ kind: 'equipment', folded: row.folded, ...equipmentOf(row.group) }];
        const point = described.get(row.entry.point.id);
        return point === undefined ? [] : [{ kind: 'point', ...point }];
      }),
      total,
      found: groups.reduce((sum, group) => sum + group.points.length, 0),
      points: catalog.byId.size,
    };
  }

  /** The first points of all kept sites that are found by the words, for the palette. */
  async search(app: Pick<AppContext, 'mirror'>, text: string, signal: AbortSignal): Promise<Place[]> {
    const places: Place[] = [];
    if (text.trim() === '') return places;
    for (const kept of app.mirror.followed()) {
      const { id } = kept;
      if (places.length >= MOST_PLACES) break;
      const { catalog } = await this.#parts.datamodels.of(id, signal);
      const groups = await this.#found(id, catalog, text, false);
      const siteName = nameOf(app, kept);
      const entries = groups.flatMap(({ points }) => points.slice(0, MOST_PLACES));
      for (const entry of entries.slice(0, MOST_PLACES - places.length))
        places.push(placeOfPoint(id, siteName, entry));
    }
    return places;
  }

  #found(
    site: SiteId,
    catalog: PointCatalog,
    text: string,
    favourites: boolean,
  ): Promise<readonly EquipmentGroup[]> {
    const only = favourites ? this.#parts.store.favourites(site) : null;
    const key = JSON.stringify([text, only === null ? null : [...only]]);
    const last = this.#last.get(catalog);
    if (last?.key === key) return last.groups;
    const groups = findPoints(catalog, { text, only }, this.#parts.series().env);
    this.#last.set(catalog, { key, groups });
    return groups;
  }

  /** Some points with what is known of their series. */
  async describe(site: SiteId, catalog: PointCatalog, entries: readonly FilePoint[]): Promise<Point[]> {
    const now = this.#parts.series().env.now();
    const known = await this.#health.known(
      site,
      entries.map(({ point }) => point.id),
    );
    const favourites = this.#parts.store.favourites(site);
    return entries.map(({ point, file }) => ({
      ...point,
      file,
      favourite: favourites.has(point.id),
      health: healthAt(known.get(point.id), now),
      lastAt: known.get(point.id)?.lastAt ?? null,
      places: catalog.repeated.get(point.id)?.length ?? 1,
    }));
  }
}

function placeOfPoint(site: SiteId, siteName: string, { point }: FilePoint): Place {
  return {
    kind: 'point',
    site,
    siteName,
    key: point.id,
    label: point.label,
    detail: point.equipment ?? point.id,
  };
}

function equipmentOf({ name, label, class: kind, points }: EquipmentGroup): Equipment {
  return { name, label, class: kind, points: points.length };
}

function fileOf({ file, report, confirmed, failure }: ReadDatamodel): DatamodelRow {
  const unread = failure === null ? [] : [{ line: null, message: failure.message }];
  return {
    file: file.path,
    absent: absenceOf(file),
    points: report?.points.length ?? null,
    header: (report?.header ?? []).slice(0, MOST_COLUMNS),
    columns: report?.columns ?? null,
    confirmed,
    problems: [...unread, ...(report?.problems ?? [])],
  };
}

async function confirm(
  { datamodelCache, store }: DatamodelParts,
  site: SiteId,
  path: string,
  columns: NonNullable<ReadDatamodel['report']>['columns'],
  signal: AbortSignal,
): Promise<Result<null>> {
  const model = await datamodelCache.readOne(site, path, signal);
  if (model === null) return fail(noDatamodel(path));
  if (model.report === null) return fail(model.failure ?? noDatamodel(path));
  const { header } = model.report;
  const unknown = ROLES.map((role) => columns[role]).find((name) => name !== null && !header.includes(name));
  if (unknown !== undefined && unknown !== null) return fail(noColumn(path, unknown));
  store.setMapping(site, headerKey(header), columns);
  return ok(null);
}

function noDatamodel(path: string): Failure {
  return {
    code: 'not-found',
    message: `The site has no datamodel ${path}.`,
    hint: 'Look whether it was renamed or moved to another category.',
    retry: 'on-change',
  };
}

function noColumn(path: string, column: string): Failure {
  return {
    code: 'bad-input',
    message: `${path} has no column “${column}”.`,
    hint: 'Choose one of the columns that the file has now.',
    retry: 'on-change',
  };
}
