import { readFileSync } from 'node:fs';

interface Package {
  readonly version: string;
}

/** Of this SiteSync. The built desktop app lies as deep below the package as this file does. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Package
).version;

/** How it names itself to services. */
export const USER_AGENT: string = `SiteSync/${VERSION}`;
