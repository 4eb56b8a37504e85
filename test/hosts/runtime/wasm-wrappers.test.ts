import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ours = new URL('../../../main/hosts/runtime/wasm-wrappers.mjs', import.meta.url);

/** A module whose `run` hands its number to an import, called often enough that V8 compiles what stands between. */
const CALLS = `
  const bytes = Buffer.from('AGFzbQEAAAABBgFgAX8BfwIHAQFtAWYAAAMCAQAHBwEDcnVuAAEKCAEGACAAEAAL', 'base64');
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { f: (x) => x + 1 } });
  let n = 0;
  for (let i = 0; i < 5000; i++) n = exports.run(n);
  process.stdout.write(String(n));`;

/** Whether V8 compiled it in a process that begins with `start`, by V8's own log. */
async function isCompiled(start: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'sitesync-wrappers-'));
  const log = join(folder, 'v8.log');
  const flags = ['--log-code', '--no-logfile-per-isolate', `--logfile=${log}`, '--input-type=module'];
  try {
    const ran = await promisify(execFile)(process.execPath, [...flags, '--eval', start + CALLS]);
    expect(ran.stdout).toBe('5000');
    return (await readFile(log, 'latin1')).includes('js-to-wasm:i:i');
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('compiles nothing between WebAssembly and JavaScript, which the V8 of Node 24 frees twice', async () => {
  expect(await isCompiled('')).toBe(true);
  expect(await isCompiled(`await import('${ours.href}');`)).toBe(false);
});
