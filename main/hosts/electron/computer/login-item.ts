import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LoginItem } from '../../../app/app.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { ownAppImage, type OwnProgramOptions } from './own-program.ts';

/** When it starts with the computer, it stays in the tray. */
export const HIDDEN = '--hidden';

export interface LoginItemOptions extends OwnProgramOptions {
  readonly electron: Pick<ElectronParts, 'app'>;
  readonly platform: NodeJS.Platform;
  readonly argv: readonly string[];
  /** Full path. */
  readonly data: string;
  readonly log: (line: string) => void;
}

/** Did the computer start SiteSync? A Mac passes no arguments, but says so itself. */
export function startsHidden({
  electron,
  platform,
  argv,
}: Pick<LoginItemOptions, 'argv' | 'electron' | 'platform'>): boolean {
  if (argv.includes(HIDDEN)) return true;
  return platform === 'darwin' && electron.app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Turns starting with the computer on or off. A checkout has no program of its own, so nothing is changed there. */
export function setLoginItem(options: LoginItemOptions, on: boolean): void {
  const { electron, platform, log } = options;
  if (!electron.app.isPackaged) {
    log('Only an installed SiteSync can start with the computer.');
    return;
  }
  if (platform !== 'linux') {
    electron.app.setLoginItemSettings({ openAtLogin: on, args: argumentsForElectron(options) });
    return;
  }
  try {
    setAutostart(options, on);
  } catch (error) {
    log(`Start with the computer could not be set: ${String(error)}`);
  }
}

/** As the system has it now: its own settings can switch it off, or take it out of the list. */
export function loginItem(options: LoginItemOptions): LoginItem {
  const { electron, platform, log } = options;
  if (platform === 'linux') {
    try {
      return stateOfAutostart(options);
    } catch (error) {
      log(`Start with the computer could not be looked up: ${String(error)}`);
      return 'off';
    }
  }
  const { executableWillLaunchAtLogin, launchItems, openAtLogin, status } = electron.app.getLoginItemSettings(
    { args: argumentsForElectron(options) },
  );
  if (platform === 'win32') {
    if (executableWillLaunchAtLogin) return 'on';
    return launchItems.some(({ enabled }) => !enabled) ? 'off-in-system' : 'off';
  }
  if (status === 'requires-approval') return 'off-in-system';
  return openAtLogin ? 'on' : 'off';
}

/**
 * Keeps an AppImage that was moved or renamed (as by an update) starting with the computer. If the person removed the
 * entry or switched it off it stays so, and an entry for another data folder is not changed.
 */
export function renewLoginItem(options: LoginItemOptions): void {
  const { electron, platform, log } = options;
  if (!electron.app.isPackaged || platform !== 'linux') return;
  try {
    if (stateOfAutostart(options) === 'on') setAutostart(options, true);
  } catch (error) {
    log(`Start with the computer could not be renewed: ${String(error)}`);
  }
}

/** Electron has no login items on Linux. Desktops start what lies in the autostart folder of XDG. */
function setAutostart(options: LoginItemOptions, on: boolean): void {
  const file = autostartFile(options);
  if (!on) {
    rmSync(file, { force: true });
    return;
  }
  const program = ownAppImage(options) ?? options.execPath;
  mkdirSync(dirname(file), { recursive: true });
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=SiteSync',
    `Exec=${quoted(program)} ${argumentsText(options)}`,
    // If the program was removed from the computer, nothing is started and no fault is shown.
    `TryExec=${escaped(program)}`,
    '',
  ];
  writeFileSync(file, lines.join('\n'));
}

/** As desktops write into the file what was switched off in their settings: all of them the first, GNOME the second. */
const SWITCHED_OFF = /^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/;

function stateOfAutostart(options: LoginItemOptions): LoginItem {
  const file = autostartFile(options);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const isOurs = (line: string): boolean =>
    line.startsWith('Exec=') && line.endsWith(`" ${argumentsText(options)}`);
  if (!lines.some(isOurs)) return 'off';
  return lines.some((line) => SWITCHED_OFF.test(line)) ? 'off-in-system' : 'on';
}

/** It puts no quotes around them. */
function argumentsForElectron(options: LoginItemOptions): string[] {
  return argumentsOf(options).map((arg) => (arg.startsWith('--') ? arg : `"${arg}"`));
}

/** Another data folder than the usual one is meant from then on, too. A Mac starts a program without any of these. */
function argumentsOf({ argv, data }: LoginItemOptions): readonly string[] {
  const isNamed = argv.some((arg) => arg === '--data' || arg.startsWith('--data='));
  return isNamed ? [HIDDEN, '--data', data] : [HIDDEN];
}

function argumentsText(options: LoginItemOptions): string {
  return argumentsOf(options).map(quoted).join(' ');
}

function autostartFile({ env }: LoginItemOptions): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'sitesync.desktop');
}

/** An argument with special characters, as the Desktop Entry Specification wants it. */
function quoted(path: string): string {
  if (path.startsWith('--')) return path;
  // One escape for the quoting as in a shell, and each backslash doubled for the string value of the file.
  const inside = escaped(path.replaceAll(/["`$\\]/g, String.raw`\$&`));
  return `"${inside.replaceAll('%', '%%')}"`;
}

/** A string value of a desktop entry. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\');
}
