import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PHOTOS, scaled } from '../harness/place.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { cpu, said, type Runs } from '../harness/samples.ts';
import { startLeanService } from '../service/start-lean-service.ts';
import { runLean, runSync, Uploads, type Work } from './contenders.ts';

export const photosUp: Row = { name: 'photos-up', title: 'Photos up: 0.5 to 4 MiB', measure: measureUp };
export const photosDown: Row = { name: 'photos-down', title: 'Photos down', measure: measureDown };

async function measureUp(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(PHOTOS, bench.scale);
  const uploads = new Uploads(bench, 'photos-up', shape);
  const { prepare } = uploads;
  const runs = await findings.race([
    { name: 'SiteSync', prepare, run: () => runSync(uploads.work) },
    { name: 'lean client', prepare, run: () => runLean('upload.child.ts', uploads.work) },
  ]);
  await uploads.close();
  return conclude(findings, runs('SiteSync'), runs('lean client'), 'created', shape.files);
}

async function measureDown(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(PHOTOS, bench.scale);
  const service = await startLeanService({ folder: bench.place.fresh('service'), seed: shape });
  let work: Work = { folder: '', url: service.url };
  const prepare = (): Promise<void> => {
    work = { folder: bench.place.folder('photos-down'), url: service.url };
    mkdirSync(join(work.folder, 'site'));
    return Promise.resolve();
  };
  const runs = await findings.race([
    { name: 'SiteSync', prepare, run: () => runSync(work) },
    { name: 'lean client', prepare, run: () => runLean('download.child.ts', work) },
  ]);
  await service.close();
  return conclude(findings, runs('SiteSync'), runs('lean client'), 'downloaded', shape.files);
}

function conclude(findings: Findings, ours: Runs, lean: Runs, did: string, files: number): Measured {
  if (ours.samples.some((sample) => said(did)(sample) !== files)) throw new Error('Not all files went');
  findings.all(ours, lean);
  findings.ratio(ours, lean, null);
  findings.ratio(ours, lean, null, cpu, 'CPU');
  findings.manners(ours);
  return findings.done();
}
