import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');
const TEXTS = /^(licen[cs]e|copying|notice)/i;

/** What a package of others is, and under which licence it is in SiteSync. */
export interface Licence {
  readonly name: string;
  readonly version: string;
  /** As package.json names it: an SPDX expression. */
  readonly licence: string;
  /** Its licence and notices; empty if the package brings no such file. */
  readonly text: string;
}

/** Puts `licences.json` beside the page: most licences ask that their text goes with the program. */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle() {
      const source = JSON.stringify(shippedLicences());
      this.emitFile({ type: 'asset', fileName: 'licences.json', source });
    },
  };
}

/** Of all packages that SiteSync needs to run, by name. Some are left out of the files that are built. */
export function shippedLicences(): readonly Licence[] {
  return [...shippedPlaces()]
    .map((place) => licenceOf(join(ROOT, place)))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Folders of the packages, as package-lock.json has them. */
function shippedPlaces(): ReadonlySet<string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const found = new Set(['']);
  for (const at of found)
    for (const name of Object.keys({
      ...packages[at]?.dependencies,
      ...packages[at]?.optionalDependencies,
    })) {
      const place = placeOf(name, at, packages);
      // An optional one of another system, or that could not be built, is not installed.
      if (place !== null && existsSync(join(ROOT, place))) found.add(place);
    }
  found.delete('');
  return found;
}

/** Where a package that lies at `from` finds another: in its own folder, or in one above. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, Locked>>): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = join(at, 'node_modules', name).replaceAll('\\', '/');
    if (place in packages) return place;
    if (at === '') return null;
  }
}

function licenceOf(folder: string): Licence {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const files = readdirSync(folder).filter((file) => TEXTS.test(file));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return { name, version, licence: license ?? '', text };
}
