import { fileURLToPath } from 'node:url';
import type { RunChild } from '../../adapters/secrets/keychain-probe.ts';
import { othersEnvironment } from '../system/others-environment.ts';
import type { ElectronParts } from './electron-parts.ts';

/**
 * A module in a utility process. Forking as Node does is shut off in a packaged app (the fuse `runAsNode`), so that
 * nobody can use our signed program to run code of theirs.
 */
export function utilityRunner({ utilityProcess }: Pick<ElectronParts, 'utilityProcess'>): RunChild {
  return (module, args, limitMs) =>
    new Promise((resolve) => {
      const env = othersEnvironment();
      const child = utilityProcess.fork(fileURLToPath(module), [...args], { env, stdio: 'ignore' });
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        child.kill();
      }, limitMs);
      child.once('exit', (code) => {
        clearTimeout(timer);
        resolve(late ? null : code);
      });
    });
}
