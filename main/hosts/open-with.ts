import { spawn } from 'node:child_process';
import { fail, ok, type Result } from '../../shared/failure.ts';
import { othersEnvironment } from './others-environment.ts';

/** Is there a desktop on which something could be shown? */
export function hasDesktop(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  return platform !== 'linux' || (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}

/** Opens a path or address as a double click would. The name is an argument, never a line for a shell. */
export function openWith(what: string, program = opener(process.platform)): Promise<Result<null>> {
  return new Promise((resolve) => {
    const child = spawn(program, [what], {
      stdio: 'ignore',
      detached: true,
      env: othersEnvironment(),
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

function opener(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'explorer.exe';
  return platform === 'darwin' ? 'open' : 'xdg-open';
}
