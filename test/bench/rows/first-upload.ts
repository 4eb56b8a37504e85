import { scaled, W1 } from '../harness/place.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { cpu, said } from '../harness/samples.ts';
import { BY_THE_RULES, runLean, runSync, Uploads } from './contenders.ts';
import { rcloneToS3, rcloneToSftp } from './rclone-upload.ts';

export const firstUpload: Row = {
  name: 'upload',
  title: 'First upload of W1, 8 at a time',
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W1, bench.scale);
  const uploads = new Uploads(bench, 'upload', shape);
  const { prepare } = uploads;
  const s3 = rcloneToS3(bench, prepare, () => uploads.work);
  const sftp = rcloneToSftp(bench, shape);
  const runs = await findings.race([
    { name: 'SiteSync', prepare, run: () => runSync(uploads.work) },
    { name: 'lean client', prepare, run: () => runLean('upload.child.ts', uploads.work) },
    {
      name: BY_THE_RULES,
      prepare,
      run: () => runLean('upload-by-the-rules.child.ts', uploads.work),
    },
    ...s3.contenders,
    ...sftp.contenders,
  ]);
  await uploads.close();
  sftp.close();
  const ours = runs('SiteSync');
  const lean = runs('lean client');
  if (ours.samples.some((sample) => said('created')(sample) !== shape.files))
    throw new Error('Not all files were sent');
  findings.all(ours, lean);
  findings.ratio(ours, lean, { most: 1.2 });
  findings.ratio(ours, lean, null, cpu, 'CPU');
  const ruled = runs(BY_THE_RULES);
  findings.all(ruled);
  findings.byTheRules(ours, lean, ruled);
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
