import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fill, scaled, W2 } from '../harness/place.ts';
import { runNative, runNode } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { cpu, ratioOf, said, wall, type Contender, type Runs } from '../harness/samples.ts';
import { startLeanService } from '../service/start-lean-service.ts';
import { runLean, runSync, type Work } from './contenders.ts';
import { OWN_SETTINGS } from './rclone-server.ts';

export const nothingChanged: Row = {
  name: 'nothing',
  title: 'Nothing changed, W2: scan, plan, mirror; and the listing',
  measure,
};

async function measure(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const shape = scaled(W2, bench.scale);
  const service = await startLeanService({ folder: bench.place.fresh('service'), seed: shape });
  const folder = bench.place.folder('nothing');
  const work: Work = { folder, url: service.url };
  const site = join(folder, 'site');
  mkdirSync(site);
  fill(site, shape);
  bench.progress('  adopting what both sides hold');
  await runSync(work);
  const runs = await findings.race([
    { name: 'SiteSync', run: () => runSync(work, { list: false, warm: true }) },
    {
      name: 'SiteSync listing',
      run: () => runNode('ours/listing.child.ts', { data: join(folder, 'data'), url: work.url }),
    },
    { name: 'fetch and JSON.parse', run: () => runLean('listing.child.ts', work) },
    ...peers(bench, folder, site),
  ]);
  await service.close();
  const ours = runs('SiteSync');
  if (ours.samples.some((sample) => said('files')(sample) !== shape.files || said('writes')(sample) !== 0))
    throw new Error('Something changed');
  findings.times(ours, said('syncMs'), 'the cycle of a program that runs already');
  findings.times(ours, said('syncCpuMs'), 'its CPU');
  if (bench.isInstalled('find')) {
    const find = runs('find -printf');
    findings.all(find);
    findings.figure('SiteSync’s cycle ÷ find -printf, wall', ratio(ours, find), '×', { most: 3 });
  } else findings.note('find: not installed');
  for (const name of ['unison', 'rclone sync']) {
    if (!bench.isInstalled(name.split(' ')[0] ?? '')) {
      findings.note(`${name}: not installed`);
      continue;
    }
    findings.all(runs(name));
    findings.figure(`SiteSync’s cycle ÷ ${name}, wall`, ratio(ours, runs(name)), '×', { most: 0.75 });
    const work = ratioOf(ours, runs(name), said('syncCpuMs'), cpu);
    findings.figure(`SiteSync’s cycle ÷ ${name}, CPU`, work, '×');
  }
  const listing = runs('SiteSync listing');
  const bare = runs('fetch and JSON.parse');
  for (const each of [listing, bare]) findings.times(each, said('listMs'), 'the listing alone');
  findings.ratio(listing, bare, { most: 1.3 }, said('listMs'), 'the listing alone');
  findings.manners(ours);
  findings.manners(listing);
  return findings.done();
}

/** Compares one cycle of a running program with a whole run of one that is started each time. */
function ratio(ours: Runs, theirs: Runs): number {
  return ratioOf(ours, theirs, said('syncMs'), wall);
}

function peers(bench: Bench, folder: string, site: string): readonly Contender[] {
  const contenders: Contender[] = [];
  if (bench.isInstalled('find')) {
    const args = [site, '-type', 'f', '-printf', '%p %s %T@ %i\\n'];
    contenders.push({ name: 'find -printf', run: () => runNative('find', args) });
  }
  const copy = (name: string): string => {
    const target = join(folder, name);
    execFileSync('cp', ['-a', site, target]);
    return target;
  };
  if (bench.isInstalled('unison')) {
    const args = [site, copy('unison-copy'), '-batch', '-auto', '-silent', '-ignore', 'Name .sitesync'];
    const env = { UNISON: join(folder, 'unison') };
    mkdirSync(env.UNISON);
    bench.progress('  unison looks at both folders for the first time');
    execFileSync('unison', args, { env: { ...process.env, ...env }, stdio: 'ignore' });
    contenders.push({ name: 'unison', run: () => runNative('unison', args, { env }) });
  }
  if (bench.isInstalled('rclone')) {
    const args = ['sync', site, copy('rclone-copy'), '--checkers', '8'];
    contenders.push({ name: 'rclone sync', run: () => runNative('rclone', args, { env: OWN_SETTINGS }) });
  }
  return contenders;
}
