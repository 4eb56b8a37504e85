import type { HostServices } from '../../app/app.ts';
import { hasDesktop, openWith, revealerOf } from '../system/open-with.ts';

/** What a program without a window can do: the opener of the desktop shows files, if there is a desktop. */
export function webHostServices(): HostServices {
  const desktop = hasDesktop();
  return {
    kind: 'web',
    can: {
      openFiles: desktop,
      revealFiles: desktop,
      chooseFolder: false,
      loginItem: false,
      keepAwake: false,
    },
    updates: null,
    open: (path) => openWith(path),
    reveal: (path) => openWith(path, revealerOf(path, process.platform)),
    chooseFolder: async () => null,
    setLoginItem: () => undefined,
    loginItem: () => 'off',
  };
}
