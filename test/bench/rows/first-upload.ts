import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fill, scaled, W1 } from '../harness/place.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { cpu, said } from '../harness/samples.ts';
import { startLeanService, type Service } from '../harness/service.ts';
import { runLean, runSync, type Work } from './contenders.ts';
import { rcloneToS3, rcloneToSftp } from './rclone-upload.ts';

export const firstUpload: Row = {
  name: 'upload',
  title: 'First upload of W1, 8 at a time',
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W1, bench.scale);
  let service: Service | null = null;
  let work: Work = { folder: '', url: '' };
  // A service, and folders, of its own for each run: what one left behind must not meet the next.
  const prepare = async (): Promise<void> => {
    await service?.close();
    const folder = bench.place.folder('upload');
    service = await startLeanService({ folder: join(folder, 'service') });
    mkdirSync(join(folder, 'site'));
    fill(join(folder, 'site'), shape);
    work = { folder, url: service.url };
  };
  const s3 = rcloneToS3(bench, prepare, () => work);
  const sftp = rcloneToSftp(bench, shape);
  const runs = await findings.race([
    { name: 'SiteSync', prepare, run: () => runSync(work) },
    { name: 'lean client', prepare, run: () => runLean('upload.child.ts', work) },
    ...s3.contenders,
    ...sftp.contenders,
  ]);
  await (service as Service | null)?.close();
  sftp.close();
  const ours = runs('SiteSync');
  const lean = runs('lean client');
  if (ours.samples.some((sample) => said('created')(sample) !== shape.files))
    throw new Error('Not all files were sent');
  findings.all(ours, lean);
  findings.ratio(ours, lean, { most: 1.2 });
  findings.ratio(ours, lean, null, cpu, 'CPU');
  for (const { name } of [...s3.contenders, ...sftp.contenders]) {
    findings.all(runs(name));
    findings.ratio(ours, runs(name), { most: 1 });
    findings.ratio(ours, runs(name), { most: 1 }, cpu, 'CPU');
  }
  findings.manners(ours);
  for (const peer of [s3, sftp]) if (peer.missing !== null) findings.note(peer.missing);
  if (!bench.isInstalled('nextcloudcmd')) findings.note('nextcloudcmd: not installed');
  return findings.done();
}
