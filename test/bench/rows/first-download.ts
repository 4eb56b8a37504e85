import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fill, scaled, W1 } from '../harness/place.ts';
import { runNative } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { cpu, said, type Contender } from '../harness/samples.ts';
import { startLeanService } from '../service/start-lean-service.ts';
import { LANES, runLean, runSync, type Work } from './contenders.ts';
import { OWN_SETTINGS, serveRclone } from './rclone-server.ts';

export const firstDownload: Row = {
  name: 'download',
  title: 'First download of W1: temporary file, fsync, rename',
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W1, bench.scale);
  const service = await startLeanService({ folder: bench.place.fresh('service'), seed: shape });
  let work: Work = { folder: '', url: service.url };
  const prepare = (): Promise<void> => {
    work = { folder: bench.place.folder('download'), url: service.url };
    mkdirSync(join(work.folder, 'site'));
    return Promise.resolve();
  };
  const contenders: Contender[] = [
    { name: 'SiteSync', prepare, run: () => runSync(work) },
    { name: 'lean client', prepare, run: () => runLean('download.child.ts', work) },
  ];
  let server: { readonly port: number; readonly process: ChildProcess } | null = null;
  const rclone = bench.isInstalled('rclone');
  if (rclone) {
    const served = bench.place.folder('served');
    fill(served, shape);
    server = await serveRclone('http', served);
    const from = `:http,url="http://127.0.0.1:${server.port}/":`;
    const args = ['copy', from, '--transfers', String(LANES), '--checkers', String(LANES)];
    contenders.push({
      name: 'rclone from http',
      prepare,
      run: () => runNative('rclone', [...args, join(work.folder, 'site')], { env: OWN_SETTINGS }),
    });
  } else findings.note('rclone: not installed');
  const runs = await findings.race(contenders);
  server?.process.kill();
  await service.close();
  const ours = runs('SiteSync');
  const lean = runs('lean client');
  if (ours.samples.some((sample) => said('downloaded')(sample) !== shape.files))
    throw new Error('Not all files came');
  findings.all(ours, lean);
  findings.ratio(ours, lean, { most: 1.2 });
  findings.ratio(ours, lean, null, cpu, 'CPU');
  if (rclone) {
    const other = runs('rclone from http');
    findings.all(other);
    findings.ratio(ours, other, { most: 1 });
    findings.ratio(ours, other, null, cpu, 'CPU');
    findings.note('rclone flushes no file to the disk');
  }
  findings.manners(ours);
  return findings.done();
}
