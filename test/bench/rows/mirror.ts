import { scaled, W2 } from '../harness/place.ts';
import { runNode } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { said } from '../harness/samples.ts';

export const mirrorFill: Row = {
  name: 'mirror',
  title: 'Mirror: first fill with the records of W2, and an unchanged listing',
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const { files } = scaled(W2, bench.scale);
  const args = (): object => ({ folder: bench.place.folder('mirror'), files });
  const runs = await findings.race([
    { name: 'SiteSync', run: () => runNode('ours/mirror.child.ts', args()) },
    { name: 'one prepared insert', run: () => runNode('lean/insert.child.ts', args()) },
  ]);
  const ours = runs('SiteSync');
  const lean = runs('one prepared insert');
  if (ours.samples.some((sample) => said('writesAgain')(sample) !== 0))
    throw new Error('An unchanged listing wrote something');
  for (const each of [ours, lean]) findings.times(each, said('fillMs'), 'first fill');
  findings.ratio(ours, lean, { most: 1.3 }, said('fillMs'), 'first fill');
  for (const each of [ours, lean]) findings.times(each, said('againMs'), 'unchanged');
  findings.ratio(ours, lean, { most: 1.3 }, said('againMs'), 'unchanged');
  findings.figure('SiteSync, rows written by an unchanged listing', 0, '', { most: 0 });
  findings.eventLoop(ours);
  findings.note('the insert goes into a table of the same columns and the same uniqueness');
  findings.note('unchanged: the insert compares each record, SiteSync the version of each page');
  return findings.done();
}
