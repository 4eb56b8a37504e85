import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, fill, pathOf, scaled, W1, type Shape } from '../harness/place.ts';
import { runNative } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { cpu, said, type Contender } from '../harness/samples.ts';
import { startLeanService } from '../service/start-lean-service.ts';
import { BY_THE_RULES, runLean, runSync, type Work } from './contenders.ts';

export const onePercent: Row = { name: 'changed', title: 'One file in a hundred changed, W1', measure };

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W1, bench.scale);
  const count = Math.max(1, Math.round(shape.files / 100));
  const ours = await begin(bench, shape, 'ours');
  const lean = await begin(bench, shape, 'lean');
  const ruled = await begin(bench, shape, 'by-the-rules');
  bench.progress('  first upload by each');
  await runSync(ours.work);
  await runLean('upload.child.ts', lean.work);
  await runLean('upload-by-the-rules.child.ts', ruled.work);
  const contenders: Contender[] = [
    { name: 'SiteSync', prepare: changer(ours.work, shape, count), run: () => runSync(ours.work) },
    {
      name: 'lean client',
      prepare: changer(lean.work, shape, count),
      run: () => runLean('changed.child.ts', lean.work),
    },
    {
      name: BY_THE_RULES,
      prepare: changer(ruled.work, shape, count),
      run: () => runLean('changed-by-the-rules.child.ts', ruled.work),
    },
  ];
  if (bench.isInstalled('unison')) contenders.push(unison(bench, shape, count));
  else findings.note('unison: not installed');
  const runs = await findings.race(contenders);
  await Promise.all([ours.close(), lean.close(), ruled.close()]);
  const mine = runs('SiteSync');
  for (const each of [mine, runs('lean client'), runs(BY_THE_RULES)]) {
    if (each.samples.some((sample) => said('updated')(sample) !== count))
      throw new Error(`${each.name} did not send what changed`);
    findings.all(each);
  }
  findings.ratio(mine, runs('lean client'), { most: 1.3 });
  findings.ratio(mine, runs('lean client'), null, cpu, 'CPU');
  findings.byTheRules(mine, runs('lean client'), runs(BY_THE_RULES));
  if (bench.isInstalled('unison')) {
    findings.all(runs('unison'));
    findings.ratio(mine, runs('unison'), null);
    findings.note('unison keeps two folders of one disk in step, without a service');
  }
  findings.manners(mine);
  return findings.done();
}

async function begin(
  bench: Bench,
  shape: Shape,
  name: string,
): Promise<{ readonly work: Work; readonly close: () => Promise<void> }> {
  const folder = bench.place.folder(name);
  const service = await startLeanService({ folder: join(folder, 'service') });
  mkdirSync(join(folder, 'site'));
  fill(join(folder, 'site'), shape);
  return { work: { folder, url: service.url }, close: () => service.close() };
}

/** Writes new bytes into `count` files, other ones each round. */
function changer(
  { folder }: Pick<Work, 'folder'>,
  shape: Shape,
  count: number,
): (round: number) => Promise<void> {
  return (round) => {
    for (let n = 0; n < count; n++) {
      const file = (n * 100 + round) % shape.files;
      writeFileSync(join(folder, 'site', pathOf(shape, file)), bytesOf(shape, file, round + 1));
    }
    return Promise.resolve();
  };
}

function unison(bench: Bench, shape: Shape, count: number): Contender {
  const folder = bench.place.folder('unison');
  const site = join(folder, 'site');
  mkdirSync(site);
  fill(site, shape);
  execFileSync('cp', ['-a', site, join(folder, 'copy')]);
  const env = { UNISON: join(folder, 'archive') };
  mkdirSync(env.UNISON);
  const args = [site, join(folder, 'copy'), '-batch', '-auto', '-silent'];
  execFileSync('unison', args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  return {
    name: 'unison',
    prepare: changer({ folder }, shape, count),
    run: () => runNative('unison', args, { env }),
  };
}
