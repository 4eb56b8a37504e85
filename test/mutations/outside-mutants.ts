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
];
