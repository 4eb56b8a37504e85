import type { SyncContext } from '../../../main/sync/context.ts';
import { syncSite } from '../../../main/sync/cycle/cycle.ts';
import type { ScannedFile } from '../../../main/sync/ports/disk.ts';
import { ok } from '../../../shared/failure.ts';
import { argumentsOf, say } from '../harness/child.ts';
import { simulatedFile } from '../harness/simulated.ts';
import { watchLoop } from './loop-watch.ts';
import { open } from './open.ts';

/** A cycle without changes, over the real mirror. Only the scan is simulated, so that no disk is measured. */
const { data, files } = argumentsOf() as { data: string; files: number };
const BATCH = 1000;
const { program, context } = await open(data, 'http://127.0.0.1:9');
const [site] = program.mirror.followed();
if (site === undefined) throw new Error('No site is followed');
const marker = {
  site: site.id,
  baseUrl: context.service.baseUrl,
  folderId: site.folderId,
  generation: null,
  edition: 0,
};
const simulated: SyncContext = {
  ...context,
  disk: {
    ...context.disk,
    readMarker: () => Promise.resolve(ok(marker)),
    scan: async (_folder, _options, onBatch) => {
      for (let from = 0; from < files; from += BATCH) {
        onBatch(
          Array.from({ length: Math.min(BATCH, files - from) }, (_, n): ScannedFile =>
            simulatedFile(from + n),
          ),
        );
        await new Promise((resolve) => setImmediate(resolve));
      }
      return ok({
        files,
        unreadable: [],
        skipped: [],
        folders: [],
        ignoreText: '',
        drives: [],
        ignoresCase: false,
        shifted: false,
      });
    },
  },
};
const loop = watchLoop();
const writes = program.mirror.writes;
const started = performance.now();
const { report } = await syncSite(simulated, site, {
  confirmDeletes: false,
  eager: true,
  scope: null,
  list: false,
});
const cycleMs = performance.now() - started;
const figures = loop.figures();
if (report.files !== files || report.problems.length > 0 || program.mirror.writes !== writes)
  throw new Error(`Something changed: ${JSON.stringify(report).slice(0, 500)}`);
await program.close();
say({ cycleMs, ...figures });
