import { mkdirSync } from 'node:fs';
import { argumentsOf, say } from '../harness/child.ts';
import { watchLoop } from './loop-watch.ts';
import { must } from '../../support/must.ts';
import { open } from './open.ts';

/** One cycle of the real engine on real disk, database and network, as `sitesync sync --once` runs it. */
export interface SyncArguments {
  readonly data: string;
  /** The site's folder. If the site is not followed yet, its marker is made. */
  readonly folder: string;
  readonly url: string;
  /** False: plan with the last known listing. */
  readonly list: boolean;
  /** Runs one cycle before the measured one, like a program that is already running. */
  readonly warm?: boolean;
}

const { data, folder, url, list, warm = false } = argumentsOf() as SyncArguments;
mkdirSync(folder, { recursive: true });
const loop = watchLoop();
const opened = performance.now();
const { program, context } = await open(data, url);
const { followSite } = await import('../../../main/sync/following/follow.ts');
const { listSites } = await import('../../../main/sync/observe/sites.ts');
const { syncOnce } = await import('../../../main/sync/sync-once.ts');
if (program.mirror.followed().length === 0) {
  const [site] = must(await listSites(context));
  if (site === undefined) throw new Error('The service lists no site');
  must(await followSite(context, site, folder, 'all'));
}
const options = { confirmDeletes: false, eager: true, scope: null, list };
if (warm) await syncOnce(context, program.mirror.followed(), options);
const writes = program.mirror.writes;
const cpuBefore = process.cpuUsage();
const started = performance.now();
const report = await syncOnce(context, program.mirror.followed(), options);
const syncMs = performance.now() - started;
const { user, system } = process.cpuUsage(cpuBefore);
if (report.state !== 'in-sync') throw new Error(JSON.stringify(report).slice(0, 2000));
const [site] = report.sites;
const figures = {
  openMs: started - opened,
  syncMs,
  syncCpuMs: (user + system) / 1000,
  requests: report.requests,
  writes: program.mirror.writes - writes,
  files: site?.files ?? 0,
  created: site?.created ?? 0,
  updated: site?.updated ?? 0,
  downloaded: site?.downloaded ?? 0,
};
await program.close();
say({ ...figures, ...loop.figures() });
