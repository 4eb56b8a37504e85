import { runNode } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { cpu, medianOf, said, type Contender, type Runs } from '../harness/samples.ts';

export const growth: Row = {
  name: 'growth',
  title: 'Growth: nothing changed at 10⁴, 10⁵ and 10⁶ files (W4: the scan is simulated)',
  measure,
};

const SIZES = [10_000, 100_000, 1_000_000];

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const sizes = SIZES.map((size) => Math.max(100, Math.round(size * bench.scale)));
  const contenders: Contender[] = [];
  for (const files of sizes) {
    const data = bench.place.folder(`mirror-${files}`);
    bench.progress(`  filling a mirror with ${files} files`);
    await runNode('ours/fill-mirror.child.ts', { data, files });
    contenders.push({ name: nameOf(files), run: () => runNode('ours/cycle.child.ts', { data, files }) });
  }
  const runs = await findings.race(contenders);
  const [small = 0, ...larger] = sizes;
  const perFile = (files: number): number => (medianOf(runs(nameOf(files)), said('cycleMs')) * 1000) / files;
  for (const files of sizes) findings.figure(`${nameOf(files)}: a file`, perFile(files), 'µs');
  for (const files of larger) {
    const what = `${nameOf(files)} ÷ ${nameOf(small)}, a file`;
    findings.figure(what, perFile(files) / perFile(small), '×', { most: 1.2 });
  }
  const largest = larger.at(-1) ?? small;
  const bytes = (peakOf(runs(nameOf(largest))) - peakOf(runs(nameOf(small)))) * 2 ** 20;
  findings.figure(`memory of each file more, up to ${largest}`, bytes / (largest - small), 'B', {
    most: 1024,
  });
  for (const files of sizes) findings.times(runs(nameOf(files)), cpu, 'CPU');
  return findings.done();
}

const nameOf = (files: number): string => `${files} files`;

function peakOf(runs: Runs): number {
  return medianOf(runs, ({ peakMiB }) => peakMiB ?? 0);
}
