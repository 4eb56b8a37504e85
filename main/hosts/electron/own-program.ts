import { sep } from 'node:path';

export interface OwnProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly execPath: string;
}

/**
 * The AppImage that this program runs from, which is mounted somewhere else each time; null where it is none. Another
 * AppImage hands its own name on to all that is started from it, as a terminal does: so ours must lie in what is mounted.
 */
export function ownAppImage({ env, execPath }: OwnProgramOptions): string | null {
  const { APPIMAGE: file, APPDIR: mounted } = env;
  if (file === undefined || !mounted) return null;
  return execPath.startsWith(mounted.endsWith(sep) ? mounted : mounted + sep) ? file : null;
}
