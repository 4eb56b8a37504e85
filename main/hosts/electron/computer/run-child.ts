import { fileURLToPath } from 'node:url';
import type { RunChild } from '../../../adapters/secrets/keychain-probe.ts';
import { othersEnvironment } from '../../system/others-environment.ts';
import type { ElectronParts } from '../electron-parts.ts';

/**
 * Runs a module in a utility process. A packaged app cannot fork as Node does (the fuse `runAsNode` is off), so that
 * nobody can use our signed program to run their code.
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
