import type { CategoriesBefore, FileRow } from '../../../shared/ipc/files.ts';
import { categoryLabel, type Category } from '../../../shared/model/category.ts';
import { localKey } from '../../../shared/model/file-key.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { parseRelPath } from '../../../shared/model/rel-path.ts';
import { categoryOfPath } from '../../engine/names/implied-path.ts';
import { forEachLimited } from '../../sync/concurrency/for-each-limited.ts';
import { inTurns } from '../../sync/concurrency/in-turns.ts';
import { Bulk } from './bulk.ts';
import { changeRecord, CHANGES_AT_ONCE } from './change-record.ts';
import { isRecord } from './delete-files.ts';
import type { FilesContext } from './files-context.ts';
import { freeMoves, moveAll, type Move } from './moves.ts';

/** A file on its way to the folder of another category. */
interface Recategorised extends Move {
  readonly row: FileRow;
  readonly was: Category;
}

/**
 * A file in a category folder moves to the other one and keeps its path below; outside them it stays and the choice is
 * remembered; where only the service has it, its record is changed. `before`: the categories that the changed files had, for
 * `restoreCategories`.
 */
export async function setCategory(
  at: FilesContext,
  rows: readonly FileRow[],
  category: Category,
): Promise<ReturnType<Bulk['result']> & { readonly before: CategoriesBefore }> {
  const { app, site } = at;
  const bulk = new Bulk();
  const moves: Recategorised[] = [];
  const changed: { readonly key: string; readonly was: Category }[] = [];
  const here = rows.filter((row) => row.here);
  await inTurns(app.env, here, (row) => {
    const from = parseRelPath(row.path);
    const inFolder = from === null ? null : categoryOfPath(from);
    if (from === null || (inFolder ?? row.category) === category) return;
    if (inFolder === null) {
      app.mirror.setChosenCategory(site.id, from, category);
      bulk.done(from);
      changed.push({ key: row.key, was: row.category });
      return;
    }
    const to = parseRelPath(`${categoryLabel(category)}/${from.slice(from.indexOf('/') + 1)}`);
    if (to !== null) moves.push({ from, to, row, was: inFolder });
  });
  const free = await freeMoves(at, moves, bulk);
  await moveAll(at, free, bulk, ({ row, to, was }) => {
    changed.push({ key: isRecord(row) ? row.key : localKey(to), was });
  });
  const away = rows.filter((row) => !row.here && row.category !== category);
  await forEachLimited(away, CHANGES_AT_ONCE, async (row) => {
    const sent = await changeRecord(app, site, row.key as FileId, { category });
    if (sent.ok) {
      bulk.done(row.path);
      changed.push({ key: row.key, was: row.category });
    } else bulk.failed(row.path, sent.failure);
  });
  const before = [...Map.groupBy(changed, ({ was }) => was)].map(([was, files]) => ({
    category: was,
    keys: files.map(({ key }) => key),
  }));
  return { ...bulk.result(), before };
}

/** Each of these files gets the category back that it had. */
export async function restoreCategories(
  at: FilesContext,
  before: CategoriesBefore,
): Promise<ReturnType<Bulk['result']>> {
  const all = new Bulk();
  for (const { category, keys } of before) {
    // oxlint-disable-next-line no-await-in-loop -- Two groups may want one place: the first to come has it.
    all.add(await setCategory(at, await at.views.rows(at.site.id, { keys }), category));
  }
  return all.result();
}
