import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fill, scaled, W2 } from '../harness/place.ts';
import { runNode } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { medianOf, said, type Runs } from '../harness/samples.ts';
import { startLeanService } from '../service/start-lean-service.ts';
import { runLean, runSync, type Work } from './contenders.ts';

export const watching: Row = {
  name: 'watch',
  title: 'Watching W2: ready, nothing missed, at rest',
  measure,
};

const IDLE_MS = 40_000;
/** Longer than idle threads live (the disk: 20 s). */
const SETTLE_MS = 25_000;

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W2, bench.scale);
  const service = await startLeanService({ folder: bench.place.fresh('service'), seed: shape });
  const folder = bench.place.folder('watch');
  const work: Work = { folder, url: service.url };
  mkdirSync(join(folder, 'site'));
  fill(join(folder, 'site'), shape);
  bench.progress('  adopting what both sides hold');
  await runSync(work);
  const site = { folder: join(folder, 'site') };
  const program = {
    ...site,
    data: join(folder, 'data'),
    url: work.url,
    settleMs: bench.scale < 0.05 ? 0 : SETTLE_MS,
    idleMs: bench.scale < 0.05 ? 1000 : IDLE_MS,
    saves: Math.max(2, Math.round(20 * Math.min(1, bench.scale))),
    burst: Math.max(20, Math.round(2000 * Math.min(1, bench.scale))),
  };
  const runs = await findings.race([
    { name: 'SiteSync’s watcher', run: () => runNode('ours/watcher.child.ts', site) },
    { name: 'fs.watch per folder', run: () => runLean('watch.child.ts', work) },
    { name: 'SiteSync', run: () => runNode('ours/watch.child.ts', program) },
  ]);
  await service.close();
  const ours = runs('SiteSync’s watcher');
  const bare = runs('fs.watch per folder');
  findings.times(bare, said('readyMs'), 'ready');
  findings.figure('fs.watch per folder, memory', medianOf(bare, said('moreMiB')), 'MiB');
  findings.figure('SiteSync’s watcher, ready', medianOf(ours, said('readyMs')), 'ms', { most: 500 });
  findings.figure('SiteSync’s watcher, memory', medianOf(ours, said('moreMiB')), 'MiB', { most: 40 });
  conclude(findings, runs('SiteSync'), program.burst);
  findings.note('@parcel/watcher: not installed; syncthing: its 0.07 % is of the issue, it is not run here');
  return findings.done();
}

function conclude(findings: Findings, program: Runs, burst: number): void {
  const most = (name: string): number => Math.max(...program.samples.map(said(name)));
  findings.figure(`missed of a burst of ${burst} files, in any round`, most('missedBurst'), '', { most: 0 });
  findings.figure('missed of 20 new folders with 20 files each', most('missedFolders'), '', { most: 0 });
  findings.figure('missed of a tree of 100 files copied in', most('missedCopy'), '', { most: 0 });
  findings.figure(
    'save to request after the stillness window, median',
    medianOf(program, said('delayMedian')),
    'ms',
  );
  findings.figure(
    'save to request after the stillness window, p95',
    medianOf(program, said('delayP95')),
    'ms',
    {
      most: 100,
    },
  );
  findings.figure('CPU with nothing to do', medianOf(program, said('idlePercent')), '%', { most: 0.1 });
  findings.figure(
    'CPU of a listing and a full scan that find nothing',
    medianOf(program, said('lookMs')),
    'ms',
  );
  findings.figure('memory of the engine at rest', medianOf(program, said('restMiB')), 'MiB', { most: 120 });
}
