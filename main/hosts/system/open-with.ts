import { spawn } from 'node:child_process';
import { dirname, win32 } from 'node:path';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { othersEnvironment } from './others-environment.ts';

/** Is there a desktop on which something could be shown? */
export function hasDesktop(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return platform !== 'linux' || (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}

/** Opens a path or address as a double click would. The name is an argument, never a line for a shell. */
export function openWith(what: string, opener = openerOf(what, process.platform)): Promise<Result<null>> {
  const [program, arg, ...more] = opener;
  return new Promise((resolve) => {
    const child = spawn(program, [arg, ...more], {
      stdio: 'ignore',
      detached: true,
      env: othersEnvironment(),
      // On Windows a program gets one line of text: this one, unquoted.
      windowsVerbatimArguments: true,
    });
    child.once('error', () => {
      resolve(
        fail({
          code: 'bad-input',
          message: `${what} cannot be opened from here: this computer has no program for it.`,
          hint: 'Open it from your file manager.',
          retry: 'on-change',
        }),
      );
    });
    child.once('spawn', () => {
      child.unref();
      resolve(ok(null));
    });
  });
}

/** A program and its arguments. */
export type Opener = readonly [program: string, arg: string, ...more: string[]];

/**
 * What opens a path or address. Windows' Explorer shows the folder Documents instead of an address with a `=`, or of a
 * path with a comma that no quotes are around; no path has quotes in it, and an address has neither these nor blanks.
 * Windows looks for a program in the current folder first, which may be that of a site: so both have their full paths.
 */
export function openerOf(what: string, platform: NodeJS.Platform, env = process.env): Opener {
  if (platform !== 'win32') return [platform === 'darwin' ? 'open' : 'xdg-open', what];
  if (!/^https?:/.test(what)) return [explorerOf(env), `"${what}"`];
  const program = win32.join(windowsOf(env), 'System32', 'rundll32.exe');
  return [program, 'url.dll,FileProtocolHandler', new URL(what).href];
}

/**
 * What shows a file in its folder. Mac and Windows are told of the file: to open its folder would start it where it is one
 * that the system takes for a program or for a door to something else, as `Name.app` and `Name.{…}` are. Names of folders
 * come from the service too.
 */
export function revealerOf(file: string, platform: NodeJS.Platform, env = process.env): Opener {
  if (platform === 'darwin') return ['open', '-R', file];
  if (platform !== 'win32') return openerOf(dirname(file), platform);
  return [explorerOf(env), `/select,"${file}"`];
}

function explorerOf(env: NodeJS.ProcessEnv): string {
  return win32.join(windowsOf(env), 'explorer.exe');
}

function windowsOf(env: NodeJS.ProcessEnv): string {
  return env['SystemRoot'] ?? 'C:\\Windows';
}
