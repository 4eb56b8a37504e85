import type { Failure } from '../../../shared/failure.ts';
import { splitExtension } from '../../../shared/model/rel-path.ts';

/** What one of the three systems starts, installs or follows elsewhere when it is opened, whatever it calls itself. */
const RUNNING = new Set(
  [
    'exe com scr pif bat cmd ps1 psm1 vb vbe vbs js jse ws wsc wsf wsh hta msi msp msix appx cpl scf lnk url reg inf',
    'app command tool workflow scpt applescript pkg mpkg dmg webloc terminal',
    'sh bash zsh csh run bin desktop appimage deb rpm flatpakref snap jar py pyw pl rb elf',
  ]
    .join(' ')
    .split(' '),
);

/** Would opening a file of this name run it? */
export function isProgram(name: string): boolean {
  // Windows leaves trailing dots and spaces out of a name when it opens it.
  const shown = name.replace(/[. ]+$/, '');
  return RUNNING.has(splitExtension(shown)[1].slice(1).toLowerCase());
}

/** A program may come from anyone who can write to the service: it is shown, and started by nobody but the person. */
export function notStarted(name: string): Failure {
  return {
    code: 'type-refused',
    message: `${name} is a program or a link to one. SiteSync does not start what came from a service.`,
    hint: 'It is shown in its folder: start it there if you know whom it is from.',
    retry: 'on-change',
  };
}
