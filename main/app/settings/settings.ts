import { settings as schema, type Settings } from '../../../shared/ipc/app.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';

const UNTOUCHED = { setting: () => null };

/** What the person chose; what they never touched, or an older or newer SiteSync wrote otherwise, is as shipped. */
export function readSettings(mirror: Pick<Mirror, 'setting'>, defaultRoot: string): Settings {
  const read = Object.entries(schema.shape).map(([name, shape]) => {
    const setting = SETTINGS[name as keyof Settings];
    const { success, data } = shape.safeParse(setting.read(mirror));
    return [name, success ? data : setting.read(UNTOUCHED)] as const;
  });
  const { root, ...rest } = Object.fromEntries(read) as Settings & { readonly root: string | null };
  return { ...rest, root: root ?? defaultRoot };
}

/** Writes what was given; null forgets, so that what is shipped holds again. */
export function writeSettings(
  mirror: Pick<Mirror, 'setSetting'>,
  change: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): void {
  for (const [name, value] of Object.entries(change)) {
    if (value !== undefined)
      mirror.setSetting(SETTINGS[name as keyof Settings].key, value === null ? null : String(value));
  }
}
