import { parseSavedView, type SavedView } from '../../../../../shared/model/series.ts';
import type { ViewStore } from '../../../../series/ports.ts';
import type { Connection, Row } from '../../connection.ts';
import { UnreadableRow } from '../../mirror-error.ts';
import { json } from '../../row.ts';

export function savedViews(db: Connection): ViewStore {
  const select = db.query('SELECT view FROM saved_view WHERE site = ?', parseView);
  const upsert = db.command('INSERT OR REPLACE INTO saved_view (site, id, view) VALUES (?, ?, ?)');
  const remove = db.command('DELETE FROM saved_view WHERE site = ? AND id = ?');
  return {
    list: (site) => select.all(site).toSorted((a, b) => a.name.localeCompare(b.name)),
    save: (site, view) => void upsert.run(site, view.id, JSON.stringify(view)),
    delete: (site, id) => void remove.run(site, id),
  };
}

export function parseView([view]: Row): SavedView {
  const parsed = parseSavedView(json(view));
  if (parsed === null) throw new UnreadableRow('saved view');
  return parsed;
}
