import { createDropDisk } from '../../adapters/disk/drop/drop-disk.ts';
import { createReplacer } from '../../adapters/disk/trash/replace.ts';
import { createPhotoCache } from '../../adapters/photos/photo-cache.ts';
import { conflictCommands } from '../../app/conflicts/conflict-commands.ts';
import { contentOf } from '../../app/content/content.ts';
import type { AppParts } from '../../app/create-app.ts';
import { approvalsIn } from '../../app/datamodel/approvals.ts';
import { datamodelCommands } from '../../app/datamodel/datamodel-commands.ts';
import type { DatamodelParts } from '../../app/datamodel/parts.ts';
import { oneAfterAnother } from '../../app/decisions.ts';
import { createDrops } from '../../app/drop/drop-commands.ts';
import { fileCommands } from '../../app/files/file-commands.ts';
import { heldCommands } from '../../app/held/held-commands.ts';
import { modelCommands } from '../../app/models/model-commands.ts';
import { seriesCommands } from '../../app/series/series-commands.ts';
import { trashCommands } from '../../app/trash/trash-commands.ts';
import { HealthDesk } from '../../datamodel/health-desk.ts';
import type { SiteDataService } from '../../sync/ports/service.ts';
import type { Program } from './compose.ts';
import type { OpenedDatamodels } from './open-datamodels.ts';
import { seriesContext } from './series-context.ts';

/** What the features need, opened before them. */
export interface FeatureParts extends Pick<Program, 'mirror' | 'env'> {
  readonly datamodels: OpenedDatamodels;
}

/** What is needed to look at datamodels. `service` is null while nobody is signed in. */
export function datamodelParts(
  { mirror, env, datamodels }: FeatureParts,
  service: () => SiteDataService | null,
): DatamodelParts {
  return {
    ...datamodels,
    store: mirror.datamodels,
    views: mirror.views,
    series: () => seriesContext(mirror, env, service()),
    approvals: approvalsIn(mirror),
  };
}

/** What people do with files, on the real disk. `close` drops what is unfinished, which leaves nothing behind. */
export function openFeatures(
  dataDir: string,
  parts: FeatureParts,
): {
  readonly features: AppParts['features'];
  readonly close: () => Promise<void>;
} {
  const dropDisk = createDropDisk();
  const closing: (() => unknown)[] = [];
  return {
    features: (app, views) => {
      const { fresh } = views;
      const service = (): SiteDataService | null => app.session()?.service ?? null;
      const datamodels = datamodelParts(parts, service);
      const health = new HealthDesk(datamodels.series);
      const drops = createDrops(app, fresh, dropDisk);
      closing.push(() => drops.close());
      return {
        handlers: oneAfterAnother({
          ...fileCommands(app, fresh),
          ...conflictCommands(app, fresh, createReplacer()),
          ...heldCommands(app),
          ...trashCommands(app, fresh),
          ...modelCommands(app, views),
          ...seriesCommands(app, datamodels.series, parts.mirror.views, () => health.forget()),
          ...datamodelCommands(app, datamodels, health),
          ...drops.handlers,
        }),
        content: contentOf(app, fresh, createPhotoCache(dataDir)),
        upload: (drop, index, bytes) => drops.upload(drop, index, bytes),
      };
    },
    close: async () => {
      for (const close of closing) await close();
      await dropDisk.close();
    },
  };
}
