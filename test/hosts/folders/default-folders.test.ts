import { isAbsolute, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { defaultDataDir } from '../../../main/hosts/folders/default-folders.ts';
import { homeFolder } from '../../../main/hosts/folders/home-folder.ts';

const { platform } = process;
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  vi.unstubAllEnvs();
});

it.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
  ['win32', { LOCALAPPDATA: '/local' }, '/local/SiteSync'],
  ['win32', {}, join(homeFolder(), 'AppData', 'Local', 'SiteSync')],
  ['darwin', {}, join(homeFolder(), 'Library', 'Application Support', 'SiteSync')],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/sitesync'],
  ['linux', {}, join(homeFolder(), '.local', 'share', 'sitesync')],
])('the data folder on %s is where programs of a person keep theirs (%o)', (system, env, folder) => {
  Object.defineProperty(process, 'platform', { value: system });
  expect(defaultDataDir(env)).toBe(folder);
});

it.runIf(platform !== 'win32').each(['', '.', 'home/anna'])(
  'a HOME that names no place counts as none: %j',
  (home) => {
    vi.stubEnv('HOME', home);
    expect(homeFolder()).toSatisfy(isAbsolute);
    expect(defaultDataDir({})).toSatisfy(isAbsolute);
  },
);
