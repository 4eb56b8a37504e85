import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { HostServices } from '../../app/app.ts';

/** What a program without a window of its own can do: the desktop's opener shows files, where there is a desktop. */
export function webHostServices(): HostServices {
  const desktop = hasDesktop();
  return {
    kind: 'web',
    can: { openFiles: desktop, revealFiles: desktop, chooseFolder: false, loginItem: false },
    open: (path) => openWith(path),
    reveal: (path) => openWith(dirname(path)),
    chooseFolder: async () => null,
    openExternal: (url) => openWith(url),
    setLoginItem: () => undefined,
  };
}

function hasDesktop(): boolean {
  return (
    process.platform !== 'linux' ||
    ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => process.env[name] !== undefined)
  );
}

/** Opens a path or address as a double click would. The name is an argument, never a line for a shell. */
export function openWith(what: string): Promise<Result<null>> {
  const [program, ...before] =
    process.platform === 'win32' ? ['explorer.exe'] : process.platform === 'darwin' ? ['open'] : ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program ?? 'xdg-open', [...before, what], { stdio: 'ignore', detached: true });
    child.once('error', () =>
      resolve(
        fail({
          code: 'bad-input',
          message: `${what} cannot be opened from here: this computer has no program for it.`,
          hint: 'Open it from your file manager.',
          retry: 'on-change',
        }),
      ),
    );
    child.once('spawn', () => {
      child.unref();
      resolve(ok(null));
    });
  });
}
