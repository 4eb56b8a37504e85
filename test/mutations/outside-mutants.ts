import type { Mutant } from './mutant.ts';

/** What others on this computer, the page, and what came from the service could make of SiteSync. */
export const OUTSIDE_MUTANTS: readonly Mutant[] = [
  {
    rule: 14,
    off: 'no program of others is told the token',
    file: 'main/hosts/others-environment.ts',
    from: '    SITESYNC_TOKEN: _token,\n',
    to: '',
    tests: ['test/hosts/open-with.test.ts'],
  },
  {
    rule: 14,
    off: 'the token leaves the environment once it was read',
    file: 'main/hosts/cli/program.ts',
    from: "delete process.env['SITESYNC_TOKEN'];",
    to: '',
    tests: ['test/cli/sign-in.test.ts'],
    only: 'leaves the token where nothing',
  },
  {
    rule: 14,
    off: 'nobody else on this computer may read the database',
    file: 'main/adapters/disk/private.ts',
    from: "openSync(file, 'wx', 0o600)",
    to: "openSync(file, 'wx', 0o644)",
    tests: ['test/adapters/sqlite/opening.test.ts'],
    only: 'lets nobody else',
  },
  {
    rule: 14,
    off: 'the usual data folder is for its person alone',
    file: 'main/adapters/disk/private.ts',
    from: '(stat.mode & 0o077) !== 0',
    to: '(stat.mode & 0o002) !== 0',
    tests: ['test/hosts/open-app.test.ts'],
    only: 'rights of others',
  },
  {
    rule: 12,
    off: 'only a document that is known is opened',
    file: 'main/app/files/file-commands.ts',
    from: "how === 'reveal' || isDocument(name)",
    to: "how === 'reveal' || isDocument(name) || true",
    tests: ['test/app/files/files.test.ts'],
    only: 'no document',
  },
  {
    rule: 12,
    off: 'a name is shown without what turns the text around',
    file: 'renderer/text/jsx-runtime.ts',
    from: "if (typeof value === 'string') return unturned(value);",
    to: "if (typeof value === 'string') return value; void unturned;",
    tests: ['test/renderer/ui/shown-text.test.ts'],
  },
];
