import { runNode } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { ratioOf, said } from '../harness/samples.ts';

export const chart: Row = { name: 'chart', title: 'Chart: 10 million points to 2,000 columns', measure };

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const points = Math.max(20_000, Math.round(10_000_000 * bench.scale));
  const runs = await findings.race([
    { name: 'SiteSync', run: () => runNode('ours/chart.child.ts', { points, columns: 2000 }) },
  ]);
  const ours = runs('SiteSync');
  findings.times(ours, said('thinMs'), `${points} points thinned`);
  findings.times(ours, said('passMs'), 'one pass over the array');
  findings.figure('thinning ÷ one pass', ratioOf(ours, ours, said('thinMs'), said('passMs')), '×', {
    most: 2,
  });
  return findings.done();
}
