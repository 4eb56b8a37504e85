import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import type { FileRow } from '../../../shared/ipc/files.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { folderOf, joinPath, parseRelPath } from '../../../shared/model/rel-path.ts';
import { foldKey, toLocalName } from '../../engine/names/local-names.ts';
import { changeRecord } from './change-record.ts';
import type { FilesContext } from './files-context.ts';
import { moveFile, refusalOf } from './moves.ts';
import { ignoredPaths } from './site-files.ts';

/** Another name in the same folder. */
export async function renameFile(at: FilesContext, row: FileRow, name: string): Promise<Result<null>> {
  const { app, views, site } = at;
  const given = name.trim().normalize('NFC');
  if (!toLocalName(given, app.env.platform).exact) return fail(badName(given));
  if (given === row.name) return ok(null);
  if (!row.here) {
    const changed = await changeRecord(app, site, row.key as FileId, { name: given });
    return changed.ok ? ok(null) : changed;
  }
  const from = parseRelPath(row.path);
  if (from === null) return fail(badName(row.path));
  const to = joinPath(folderOf(from), given);
  const leaving = foldKey(from) === foldKey(to) ? [from] : [];
  const { free } = await views.holdings(site.id, { wanted: [to], leaving, sizes: [] });
  const refused = refusalOf(to, free[0], await ignoredPaths(app, site));
  if (refused !== null) return fail(refused);
  const moved = await moveFile(at, { from, to });
  return moved.ok ? ok(null) : moved;
}

function badName(name: string): Failure {
  return {
    code: 'bad-name',
    message: `“${name}” cannot be the name of a file on this computer.`,
    hint: 'Leave out slashes and other special characters, and keep it shorter than 255 characters.',
    retry: 'on-change',
  };
}
