import { isAbsolute, join } from 'node:path';
import { homeFolder } from './home-folder.ts';

/** Where mirror and settings lie when the person does not say. */
export function defaultDataDir(env: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(homeFolder(), 'AppData', 'Local'), 'SiteSync');
  if (process.platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'SiteSync');
  // One that is empty counts as none, and so does one that would be elsewhere from each folder.
  const named = env['XDG_DATA_HOME'] ?? '';
  return join(isAbsolute(named) ? named : join(homeFolder(), '.local', 'share'), 'sitesync');
}

export function defaultRoot(): string {
  return join(homeFolder(), 'SiteSync');
}
