import { promises } from 'node:fs';
import type { Plugin } from 'vite';

/** Node's own, as Electron calls it: the one in its place takes every file that ends with `.asar` for a folder. */
const ORIGINAL = 'node:original-fs';
const PROMISES = '\0original-fs/promises';
/** Modules that read what was packed into an archive with them. */
const IN_THE_ARCHIVE = /\/main\/hosts\/(?:page\/|version\.ts)/;
const OF_PERSONS = /\/(?:main|node_modules\/(?:chokidar|readdirp))\//;

/**
 * In Electron `node:fs` looks into archives that end with `.asar`, as the one that the app itself lies in. A person's file
 * with such a name, which each program made with Electron brings, would be a folder, or none where it is no such archive:
 * synchronised wrongly, and deleted on the service in the end. So what the desktop app does with the disk, also in its
 * threads, is done by the `fs` without that.
 */
export function originalFiles(): Plugin {
  return {
    name: 'sitesync:original-files',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === ORIGINAL) return { id: ORIGINAL, external: true };
      const from = importer?.replaceAll('\\', '/') ?? '';
      if (!OF_PERSONS.test(from) || IN_THE_ARCHIVE.test(from)) return null;
      if (source === 'node:fs') return { id: ORIGINAL, external: true };
      return source === 'node:fs/promises' ? PROMISES : null;
    },
    // It has no module of its own for its promises.
    load(id) {
      if (id !== PROMISES) return null;
      return `import { promises } from '${ORIGINAL}';\nexport const { ${Object.keys(promises).join(', ')} } = promises;\n`;
    },
  };
}
