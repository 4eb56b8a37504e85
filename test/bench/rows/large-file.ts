import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { runNative, runNode } from '../harness/programs.ts';
import { Findings, type Bench, type Measured, type Row } from '../harness/row.ts';
import { cpu, median, type Contender, type Runs } from '../harness/samples.ts';
import { startLeanService, type Service } from '../service/start-lean-service.ts';
import { runLean, runSync, type Work } from './contenders.ts';

export const largeUp: Row = { name: 'large-up', title: 'W3 up: one file of 1 GiB', measure: measureUp };
export const largeDown: Row = {
  name: 'large-down',
  title: 'W3 down: one file of 1 GiB',
  measure: measureDown,
};

const MIB = 1024 * 1024;
const BYTES = 1024 * MIB;

async function measureUp(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  let service: Service | null = null;
  let work: Work = { folder: '', url: '' };
  const prepare = async (): Promise<void> => {
    await service?.close();
    if (work.folder !== '') await rm(work.folder, { recursive: true });
    const folder = bench.place.folder('large-up');
    service = await startLeanService({ folder: join(folder, 'service') });
    mkdirSync(join(folder, 'site', 'Other'), { recursive: true });
    writeLarge(join(folder, 'site', 'Other', 'big.bin'), BYTES * bench.scale);
    work = { folder, url: service.url };
  };
  const form = ['-F', 'site=site-1', '-F', 'category=other', '-F', 'name=big.bin'];
  const curl = (): ReturnType<typeof runNative> => {
    const file = `file=@${join(work.folder, 'site', 'Other', 'big.bin')}`;
    const to = `${work.url}/api/v1/files/`;
    return runNative('curl', ['-sSf', '-o', '/dev/null', ...form, '-F', file, to]);
  };
  const runs = await findings.race([
    { name: 'SiteSync', prepare, run: () => runSync(work) },
    ...whereInstalled(bench, { name: 'curl -F', prepare, run: curl }),
    { name: 'lean client', prepare, run: () => runLean('large-up.child.ts', work) },
  ]);
  await (service as Service | null)?.close();
  findings.note('curl does not hash the file; the lean client hashes it before it sends it');
  return conclude(findings, runs, bench.isInstalled('curl') ? { name: 'curl -F', most: 1.6 } : null);
}

async function measureDown(bench: Bench): Promise<Measured> {
  const findings = new Findings(bench);
  const folder = bench.place.folder('large');
  const file = join(folder, 'big.bin');
  writeLarge(file, BYTES * bench.scale);
  const service = await startLeanService({ folder: join(folder, 'service'), file });
  const page = (await (await fetch(`${service.url}/api/v1/files/`)).json()) as { results: { id: string }[] };
  const address = `${service.url}/api/v1/files/${page.results[0]?.id ?? ''}/download/`;
  let work: Work = { folder: '', url: service.url };
  const prepare = async (): Promise<void> => {
    if (work.folder !== '') await rm(work.folder, { recursive: true });
    work = { folder: bench.place.folder('large-down'), url: service.url };
  };
  const runs = await findings.race([
    { name: 'SiteSync', prepare, run: () => runSync(work) },
    ...whereInstalled(bench, {
      name: 'curl -o',
      prepare,
      run: () => runNative('curl', ['-sSf', '-o', join(work.folder, 'big.bin'), address]),
    }),
    { name: 'lean client', prepare, run: () => runLean('large-down.child.ts', work) },
  ]);
  await service.close();
  findings.note('curl neither hashes nor flushes the file to the disk; the lean client does both');
  return conclude(findings, runs, bench.isInstalled('curl') ? { name: 'curl -o', most: 1.4 } : null);
}

function whereInstalled(bench: Bench, curl: Contender): readonly Contender[] {
  return bench.isInstalled('curl') ? [curl] : [];
}

/** `curl` is null if it is not installed. */
async function conclude(
  findings: Findings,
  runs: (name: string) => Runs,
  curl: { readonly name: string; readonly most: number } | null,
): Promise<Measured> {
  const [ours, lean] = [runs('SiteSync'), runs('lean client')];
  findings.all(ours, lean);
  if (curl === null) findings.note('curl: not installed');
  else {
    findings.all(runs(curl.name));
    findings.ratio(ours, runs(curl.name), { most: curl.most });
    findings.ratio(ours, runs(curl.name), null, cpu, 'CPU');
  }
  findings.ratio(ours, lean, null);
  findings.ratio(ours, lean, null, cpu, 'CPU');
  const bare = (await runNode('lean/nothing.child.ts', {})).peakMiB ?? 0;
  const peak = median(ours.samples.map((sample) => sample.peakMiB ?? 0));
  findings.figure('SiteSync − bare Node, memory at its peak', peak - bare, 'MiB', { most: 110 });
  findings.manners(ours);
  return findings.done();
}

/** Writes bytes that cannot be compressed. */
function writeLarge(path: string, bytes: number): void {
  const descriptor = openSync(path, 'w');
  for (let at = 0; at < bytes; at += 8 * MIB)
    writeSync(descriptor, randomBytes(Math.min(8 * MIB, bytes - at)));
  closeSync(descriptor);
}
