import { scaled, W1, W2 } from '../harness/place.ts';
import { runNode } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { medianOf, said } from '../harness/samples.ts';
import { startLeanService } from '../service/start-lean-service.ts';

export const screens: Row = {
  name: 'screens',
  title: 'Screens: the rows of W2 scrolled during a sync',
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W2, bench.scale);
  const uploads = scaled(W1, bench.scale);
  const runs = await findings.race([
    {
      name: 'SiteSync',
      run: async (round) => {
        const service = await startLeanService({
          folder: bench.place.fresh(`service-${round}`),
          seed: shape,
        });
        const folder = bench.place.folder('screens');
        try {
          return await runNode('ours/screens.child.ts', {
            folder,
            url: service.url,
            rows: shape.files,
            uploads,
          });
        } finally {
          await service.close();
        }
      },
    },
  ]);
  const ours = runs('SiteSync');
  findings.figure('a command answered, median', medianOf(ours, said('answerMedian')), 'ms');
  findings.figure('a command answered, p95', medianOf(ours, said('answerP95')), 'ms', { most: 50 });
  if (ours.samples.some((sample) => sample.said['frames'] === undefined)) {
    findings.note('Chromium: not installed');
    return findings.done();
  }
  findings.figure('frames a second', medianOf(ours, said('frames')), '', { least: 60 });
  findings.figure('work of the page for a frame, CPU', medianOf(ours, said('workMs')), 'ms', {
    most: 1000 / 60,
  });
  return findings.done();
}
