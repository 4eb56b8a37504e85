import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fill, scaled, W2 } from '../harness/place.ts';
import { runPlainNode } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { median } from '../harness/samples.ts';
import { startLeanService } from '../service/start-lean-service.ts';
import { runSync } from './contenders.ts';

export const status: Row = {
  name: 'status',
  title: 'sitesync status from a cold start, W2 in the mirror',
  measure,
};

const COMMAND_LINE = join(import.meta.dirname, '../../../main/hosts/cli/main.mjs');

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W2, bench.scale);
  const service = await startLeanService({ folder: bench.place.fresh('service'), seed: shape });
  const folder = bench.place.folder('status');
  mkdirSync(join(folder, 'site'));
  fill(join(folder, 'site'), shape);
  bench.progress('  adopting what both sides hold');
  await runSync({ folder, url: service.url });
  await service.close();
  const args = [COMMAND_LINE, 'status', '--json', '--data', join(folder, 'data')];
  const runs = await findings.race([
    { name: 'sitesync status', run: () => runPlainNode(args) },
    { name: 'node -e 0', run: () => runPlainNode(['-e', '0']) },
  ]);
  const ours = runs('sitesync status');
  const bare = runs('node -e 0');
  findings.all(ours, bare);
  const over = ours.samples.map((sample, at) => sample.wallMs - (bare.samples[at]?.wallMs ?? 0));
  findings.figure('sitesync status − node -e 0, wall', median(over), 'ms', { most: 200 });
  return findings.done();
}
