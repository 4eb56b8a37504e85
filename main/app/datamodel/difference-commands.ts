import { fail, ok, type Failure } from '../../../shared/failure.ts';
import type { DatamodelDifference } from '../../../shared/ipc/datamodel.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import type { SiteId } from '../../../shared/model/ids.ts';
import { changedDatamodels, isChanged, type ChangedDatamodel } from '../../datamodel/changes.ts';
import type { AppContext } from '../context.ts';
import { showAndSync } from '../files/site-files.ts';
import type { DatamodelParts } from './parts.ts';
import { changesAnything } from './review.ts';
import { localKey } from '../../../shared/model/file-key.ts';

type Names = `datamodel.${'difference' | 'approve'}`;

/** What changed datamodels change, and the person's word on it. */
export function differenceCommands(
  app: Pick<AppContext, 'changed' | 'session' | 'mirror' | 'syncSoon'>,
  parts: DatamodelParts,
): Pick<Handlers, Names> {
  return {
    'datamodel.difference': async ({ site: id }, signal) => {
      const changed = await changedDatamodels(parts, id, app.session()?.service ?? null, signal);
      return ok(changed.map((each) => differenceOf(each, parts, id)));
    },
    'datamodel.approve': async ({ site: id, key }, signal) => {
      const models = await parts.datamodelCache.read(id, signal);
      const model = models.find((each) => each.file.id === key && isChanged(each));
      const hash = model?.report?.hash;
      if (hash === undefined) return fail(nothingWaits());
      parts.approvals.add(id, hash);
      app.mirror.clearProblems(id, [`id:${key}`]);
      showAndSync(app, id);
      return ok(null);
    },
  };
}

function differenceOf(
  { model: { file, report }, changes }: ChangedDatamodel,
  { approvals }: DatamodelParts,
  site: SiteId,
): DatamodelDifference {
  const approved = report !== null && approvals.has(site, report.hash);
  return {
    file: file.path,
    key: file.id ?? localKey(file.path),
    changes:
      changes === null
        ? null
        : {
            added: [...changes.added],
            removed: [...changes.removed],
            renamed: [...changes.renamed],
            altered: [...changes.altered],
            counts: changes.counts,
            breaks: [...changes.breaks],
          },
    waits: !approved && changes !== null && changesAnything(changes),
  };
}

function nothingWaits(): Failure {
  return {
    code: 'not-found',
    message: 'This datamodel is no longer waiting: it was sent, or changed back.',
    hint: 'Nothing is left to do.',
    retry: 'on-change',
  };
}
