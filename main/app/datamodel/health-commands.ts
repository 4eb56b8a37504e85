import { fail, ok } from '../../../shared/failure.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import { HEALTH_CSV_HEAD, healthCsvLine } from '../../datamodel/health-csv.ts';
import type { HealthDesk } from '../../datamodel/health-desk.ts';
import type { AppContext } from '../context.ts';
import type { DatamodelParts } from './parts.ts';

type Names = `health.${'summary' | 'check' | 'page' | 'export'}`;

/** Rows of a table that are written at a time: some milliseconds. */
const ROWS_AT_ONCE = 2000;

/** How the points of a site stand, as a list and as a table for a spreadsheet. */
export function healthCommands(
  app: Pick<AppContext, 'changed' | 'requestFailed' | 'requestAnswered'>,
  parts: DatamodelParts,
  desk: HealthDesk,
): Pick<Handlers, Names> {
  return {
    'health.summary': async ({ site: id }, signal) => {
      const { files, checkedAt } = await desk.book(id, await parts.datamodels.of(id, signal));
      return ok({ files: [...files], checkedAt, checking: desk.isChecking(id) });
    },
    'health.check': async ({ site: id }, signal) => {
      const failure = await desk.check(id, await parts.datamodels.of(id, signal), signal);
      app.changed(id);
      if (failure === null) {
        app.requestAnswered();
        return ok(null);
      }
      app.requestFailed(failure);
      return fail(failure);
    },
    'health.page': async ({ site: id, file, filter, offset, limit }, signal) => {
      const book = await desk.book(id, await parts.datamodels.of(id, signal));
      const { rows, total } = book.page(file, filter, offset, limit);
      return ok({ rows: [...rows], total });
    },
    'health.export': async ({ site: id, at }, signal) => {
      const book = await desk.book(id, await parts.datamodels.of(id, signal));
      const { rows } = book.page(null, 'all', at, ROWS_AT_ONCE);
      const text = `${at === 0 ? HEALTH_CSV_HEAD : ''}${rows.map(healthCsvLine).join('')}`;
      return ok({ text, next: rows.length < ROWS_AT_ONCE ? null : at + rows.length });
    },
  };
}
