import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ElectronParts } from './electron-parts.ts';

/** Started with the computer, it begins in the tray. */
export const HIDDEN = '--hidden';

export interface LoginItemOptions {
  readonly electron: Pick<ElectronParts, 'app'>;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly execPath: string;
  readonly log: (line: string) => void;
}

/** Was it the computer that started SiteSync? A Mac passes no arguments, and says so by itself. */
export function startsHidden({
  electron,
  platform,
  argv,
}: Pick<LoginItemOptions, 'electron' | 'platform'> & { readonly argv: readonly string[] }): boolean {
  if (argv.includes(HIDDEN)) return true;
  return platform === 'darwin' && electron.app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Starts SiteSync with the computer, or no longer. A checkout is not entered: it has no program of its own. */
export function setLoginItem(options: LoginItemOptions, on: boolean): void {
  const { electron, platform, log } = options;
  if (!electron.app.isPackaged) {
    log('Only an installed SiteSync can start with the computer.');
    return;
  }
  if (platform !== 'linux') {
    electron.app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN] });
    return;
  }
  try {
    setAutostart(options, on);
  } catch (error) {
    log(`Start with the computer could not be set: ${String(error)}`);
  }
}

/** Electron has no login items on Linux: desktops start what lies in XDG's autostart folder. */
function setAutostart({ env, execPath }: LoginItemOptions, on: boolean): void {
  const config = env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  const file = join(config, 'autostart', 'sitesync.desktop');
  if (!on) {
    rmSync(file, { force: true });
    return;
  }
  // An AppImage is mounted somewhere else each time; its own file stays where it is.
  const program = env['APPIMAGE'] ?? execPath;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    ['[Desktop Entry]', 'Type=Application', 'Name=SiteSync', `Exec=${quoted(program)} ${HIDDEN}`, ''].join(
      '\n',
    ),
  );
}

/** As the Desktop Entry Specification wants an argument with anything unusual in it. */
function quoted(path: string): string {
  // One escape for the shell-like quoting, and each backslash once more for the string value of the file.
  const inside = path.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\');
  return `"${inside.replaceAll('%', '%%')}"`;
}
