import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { othersEnvironment } from '../system/others-environment.ts';

/** Fetching takes a minute on a slow line; what takes longer than this does not come, ms. */
const PATIENCE = 5 * 60_000;

/**
 * The Electron binary of this checkout; null if there is none. It is not looked up by `import 'electron'`, which
 * fetches the binary at once, and throws if it cannot.
 */
export function electronBinary(root: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = join(root, 'node_modules', 'electron');
  const named = join(folder, 'path.txt');
  const name = existsSync(named) ? readFileSync(named, 'utf8') : 'electron';
  const binary = join(env['ELECTRON_OVERRIDE_DIST_PATH'] || join(folder, 'dist'), name);
  return existsSync(binary) ? binary : null;
}

/** Fetches the binary, as Electron's own package does when it is first wanted. Null where it cannot be had. */
export function fetchElectron(root: string, env: NodeJS.ProcessEnv = othersEnvironment()): string | null {
  const install = join(root, 'node_modules', 'electron', 'install.js');
  if (!existsSync(install) || (env['ELECTRON_SKIP_BINARY_DOWNLOAD'] ?? '') !== '') return null;
  spawnSync(process.execPath, [install], { env, stdio: 'ignore', timeout: PATIENCE });
  return electronBinary(root, env);
}
