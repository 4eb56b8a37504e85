import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { builtPage } from '../renderer/rig/built-page.ts';

/** "Under a minute" on a machine that has nothing else to do; here it may be busy. */
const PATIENCE = 120_000;

export interface Served {
  /** All that it has printed. */
  readonly said: string;
  /** The address that lets one browser in. */
  readonly address: string;
  /** As Ctrl+C; resolves to its status. */
  readonly stop: () => Promise<number | null>;
}

/** The demo once it serves the app; `scratch`: an empty folder for all that it makes. */
export async function served(scratch: string): Promise<Served> {
  // The page is there first, so that the demo has nothing to build.
  await builtPage();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'demo.ts')], {
    env: { PATH: process.env['PATH'], HOME: scratch, TMPDIR: scratch },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE,
  });
  // Also after a test that failed before it stopped the demo.
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await expect.poll(() => said, { timeout: PATIENCE }).toMatch(/SiteSync is open at .*\n/);
  const address = /http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/.exec(said)![0];
  const stop = (): Promise<number | null> => {
    child.kill('SIGINT');
    return ended;
  };
  return { said, address, stop };
}
