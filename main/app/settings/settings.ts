import { settings as schema, type Settings } from '../../../shared/ipc/app.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import { SETTINGS } from '../../sync/settings/setting-keys.ts';

/** Their keys in the mirror, which the command line reads and writes too. */
const KEYS: { readonly [K in keyof Settings]: string } = {
  theme: 'theme',
  bytesUp: SETTINGS.bytesUp,
  bytesDown: SETTINGS.bytesDown,
  ignore: SETTINGS.ignore,
  notifications: 'notifications',
  startAtLogin: 'start-at-login',
  keepAwake: 'keep-awake',
  proxy: SETTINGS.proxy,
  allowInsecure: SETTINGS.allowInsecure,
  root: SETTINGS.root,
  density: 'density',
  zone: 'zone',
  language: 'language',
};

/** What the person chose; what they never touched is as shipped. */
export function readSettings(mirror: Pick<Mirror, 'setting'>, defaultRoot: string): Settings {
  const defaults: Settings = {
    theme: 'system',
    bytesUp: null,
    bytesDown: null,
    ignore: '',
    notifications: true,
    startAtLogin: false,
    keepAwake: true,
    proxy: null,
    allowInsecure: false,
    root: defaultRoot,
    density: 'regular',
    zone: 'site',
    language: null,
  };
  const kept = Object.entries(KEYS).flatMap(([name, key]) => {
    const text = mirror.setting(key);
    const value = text === null ? undefined : valueOf(name as keyof Settings, text);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...defaults, ...Object.fromEntries(kept) };
}

/** Writes what was given; null forgets, so that the default holds again. */
export function writeSettings(
  mirror: Pick<Mirror, 'setSetting'>,
  change: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): void {
  for (const [name, value] of Object.entries(change)) {
    if (value !== undefined)
      mirror.setSetting(KEYS[name as keyof Settings], value === null ? null : String(value));
  }
}

/** Reads a setting from the text in the mirror; undefined if it is invalid (an older or newer SiteSync wrote it). */
function valueOf<K extends keyof Settings>(name: K, text: string): Settings[K] | undefined {
  const candidates: unknown[] = [text, Number(text)];
  if (text === 'true' || text === 'false') candidates.push(text === 'true');
  for (const candidate of candidates) {
    const parsed = schema.shape[name].safeParse(candidate);
    if (parsed.success) return parsed.data as Settings[K];
  }
  return undefined;
}
