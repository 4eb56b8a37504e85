import { scaled, W1 } from '../harness/place.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { median, said } from '../harness/samples.ts';
import { LANES, runLean, runSync, Uploads } from './contenders.ts';

export const latency: Row = {
  name: 'latency',
  title: 'First upload of W1 to a service 20 ms away',
  measure,
};

const LATENCY_MS = 20;

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W1, bench.scale);
  const uploads = new Uploads(bench, 'latency', shape, LATENCY_MS);
  const { prepare } = uploads;
  const runs = await findings.race([
    { name: 'SiteSync', prepare, run: () => runSync(uploads.work) },
    { name: 'lean client', prepare, run: () => runLean('upload.child.ts', uploads.work) },
  ]);
  await uploads.close();
  const ours = runs('SiteSync');
  const lean = runs('lean client');
  const perSecond = median(ours.samples.map((sample) => (shape.files * 1000) / said('syncMs')(sample)));
  const bare = median(lean.samples.map((sample) => (shape.files * 1000) / sample.wallMs));
  const limit = (LANES * 1000) / LATENCY_MS;
  findings.figure('files a second', perSecond, '');
  findings.figure('concurrency ÷ latency', limit, '');
  findings.figure('SiteSync ÷ that limit', perSecond / limit, '×', { least: 0.85 });
  findings.figure('lean client ÷ that limit', bare / limit, '×');
  findings.manners(ours);
  return findings.done();
}
