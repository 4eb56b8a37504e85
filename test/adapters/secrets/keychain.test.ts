import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { openSecrets } from '../../../main/adapters/secrets/secrets.ts';
import { CANARY, secretsSuite } from './secrets-suite.ts';

const run = promisify(execFile);
const onLinux = process.platform === 'linux';

function has(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((command) => !has(command));
const missingNote = missing.length === 0 ? '' : ` (skipped: ${missing.join(' and ')} not installed)`;

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'keychain-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

/** By their paths; throws if one goes away while they are read. */
function bytesOfFilesIn(folder: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name));
  return new Map(paths.map((each) => [each, readFileSync(each)]));
}

describe('the real keychain', () => {
  it.skipIf(missing.length > 0)(
    `passes the suite of secrets in a session with a keyring${missingNote}`,
    async () => {
      const child = fileURLToPath(new URL('./keyring.child.ts', import.meta.url));
      const data = path.join(dir, 'data');
      const inSession =
        'echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$@"';
      const { stdout } = await run(
        'dbus-run-session',
        ['--', 'sh', '-c', inSession, process.execPath, child, data],
        { env: { ...process.env, HOME: dir, XDG_RUNTIME_DIR: dir, XDG_DATA_HOME: dir }, timeout: 80_000 },
      );
      expect(JSON.parse(stdout)).toEqual({
        kind: 'keychain',
        warning: null,
        results: Object.fromEntries(secretsSuite.map(({ name }) => [name, 'passed'])),
      });
      // The daemon ends a moment after its session, and takes the folder of its socket along, maybe in the midst of a look.
      const kept = await vi.waitFor(() => bytesOfFilesIn(dir), { timeout: 20_000 });
      expect(kept.size).toBeGreaterThan(0);
      for (const [name, bytes] of kept) expect(bytes.includes(CANARY), name).toBe(false);
    },
  );
});

describe.runIf(onLinux)('a session without a working keyring', () => {
  it('is noticed at once where there is no session bus', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', '');
    vi.spyOn(process, 'getuid').mockReturnValue(4_294_967_000);
    // No trial run is begun: it would have no process.
    const runChild = vi.fn(async () => null);
    const secrets = await openSecrets({ dir, runChild });
    expect(runChild).not.toHaveBeenCalled();
    expect(secrets).toMatchObject({
      kind: 'memory',
      warning: 'A token is kept only until SiteSync ends, because no keychain runs on this computer.',
    });
    vi.restoreAllMocks();
  });

  it('is noticed where the bus is gone', async () => {
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${path.join(dir, 'nobody')}`);
    const secrets = await openSecrets({ dir });
    expect(secrets.warning).toContain('because the keychain does not work now.');
  });

  it('holds nobody up where the keyring never answers', async () => {
    const sockets = new Set<Socket>();
    const silent: Server = createServer((socket) => void sockets.add(socket));
    const bus = path.join(dir, 'bus');
    await new Promise<void>((resolve) => void silent.listen(bus, resolve));
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${bus}`);
    const start = performance.now();
    const secrets = await openSecrets({ dir, probeMs: 2000 });
    expect(performance.now() - start).toBeLessThan(45_000);
    expect(sockets.size).toBe(1);
    expect(secrets.warning).toContain('because the keychain did not answer (is it locked?).');
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => void silent.close(resolve));
  });
});
