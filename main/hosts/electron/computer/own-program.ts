import { sep } from 'node:path';

export interface OwnProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly execPath: string;
}

/**
 * The AppImage that this program runs from; null if it runs from none. `APPIMAGE` alone proves nothing: a terminal that
 * is an AppImage passes its own name to all it starts. So this program must lie in the folder where ours is mounted,
 * which differs each time.
 */
export function ownAppImage({ env, execPath }: OwnProgramOptions): string | null {
  const { APPIMAGE: file, APPDIR: mounted } = env;
  if (file === undefined || !mounted) return null;
  return execPath.startsWith(mounted.endsWith(sep) ? mounted : mounted + sep) ? file : null;
}
