import { defineConfig } from 'oxlint';

/** Packages that one folder of main/adapters alone imports. */
const ADAPTER_PACKAGES = {
  rest: ['axios', 'undici'],
  sqlite: ['better-sqlite3'],
  watch: ['chokidar'],
  secrets: ['keytar'],
};
const OF_ADAPTERS = Object.values(ADAPTER_PACKAGES).flat();
const OUTER_PACKAGES = [...OF_ADAPTERS, 'electron', 'react*'];
const NODE = ['node:*'];

/** Folders of ours, from wherever they are imported. */
const folders = (...names: readonly string[]): readonly string[] => names.map((name) => `**/${name}/**`);

interface Ban {
  readonly message: string;
  readonly group: readonly string[];
}

const ban = (message: string, ...groups: readonly (readonly string[])[]): Ban => ({
  message,
  group: groups.flat(),
});

/** What files must not import. Of those that fit a file only the last one counts, and names all that is banned there. */
const part = (
  files: readonly string[],
  patterns: readonly Ban[],
  rules: Readonly<Record<string, unknown>> = {},
) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns }], ...rules },
});

const BEYOND_PORTS = [
  ban(
    'A feature decides purely and acts through ports: engine and shared only.',
    NODE,
    folders('adapters', 'hosts', 'renderer', 'preload', 'test'),
  ),
  ban('Only an adapter may import this package.', OUTER_PACKAGES),
];
/** All of a room but what it acts through. */
const beyondPorts = (room: string, ports: string): readonly string[] => [
  `**/../${room}/**`,
  `!**/../${room}/${ports}`,
];
const BEYOND_ADAPTERS = [
  ban(
    'An adapter knows shared, what the engine decides, and the ports.',
    folders('hosts', 'renderer', 'preload', 'test'),
  ),
  ban(
    'An adapter knows shared, what the engine decides, and the ports: of these rooms nothing else.',
    beyondPorts('sync', 'ports/**'),
    // From two folders up: an adapter has a folder of the name "series" of its own.
    ...['app', 'datamodel', 'models', 'series'].map((room) => beyondPorts(`../${room}`, 'ports.ts')),
  ),
];
const BEYOND_HOSTS = ban('A host knows main and shared.', folders('renderer', 'test'));
const BEYOND_ELECTRON = ban(
  'Only hosts/electron imports electron; the others belong to their adapters.',
  OUTER_PACKAGES,
);
const MAKERS_OF_ADAPTERS = ban(
  'compose/ makes the adapters, and its threads in planning/ and views/ open the mirror.',
  ['csv', 'locks', 'photos', 'sqlite', 'threads', 'watch'].map((folder) => `**/adapters/${folder}/**`),
  ['**/adapters/disk/disk.ts', '**/adapters/rest/service.ts', '**/adapters/secrets/secrets.ts'],
);

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['build/**', 'dist/**'],
  options: { typeAware: true },
  rules: {
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'no-shadow': 'off',
    'no-control-regex': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-duplicates': ['error', { 'prefer-inline': true }],
    'import/no-unassigned-import': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'promise/always-return': 'off',
    'no-console': 'error',
    eqeqeq: 'error',
    // As long as the longest is. For what grows past it, look for the idea that splits it.
    'max-lines': ['error', { max: 400 }],
    // About a screen, and likewise.
    'max-lines-per-function': ['error', { max: 72, skipComments: true, skipBlankLines: true }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/consistent-type-imports': 'error',
    'unicorn/require-post-message-target-origin': 'off',
  },
  overrides: [
    part(
      ['shared/**'],
      [
        ban(
          'shared imports nothing of ours and nothing of Node.',
          NODE,
          folders('main', 'renderer', 'preload', 'test'),
        ),
      ],
      {
        'no-restricted-globals': [
          'error',
          'window',
          'document',
          'navigator',
          'fetch',
          'localStorage',
          'setTimeout',
          'setInterval',
          'process',
        ],
      },
    ),
    part(
      ['main/engine/**'],
      [
        ban(
          'The engine is pure: it knows shared/ and itself.',
          NODE,
          folders('sync', 'adapters', 'hosts', 'renderer', 'preload', 'test'),
        ),
        ban('The engine is pure: data in, data out.', OUTER_PACKAGES),
      ],
      {
        'no-restricted-globals': [
          'error',
          'Date',
          'process',
          'setTimeout',
          'setInterval',
          'fetch',
          'performance',
          'crypto',
        ],
        'no-restricted-properties': [
          'error',
          {
            object: 'Math',
            property: 'random',
            message: 'The engine has no randomness: take it as an argument.',
          },
        ],
      },
    ),
    part(
      ['main/sync/**', 'main/series/**', 'main/models/**', 'main/datamodel/**', 'main/app/**'],
      BEYOND_PORTS,
      {
        'no-restricted-globals': ['error', 'process', 'setTimeout', 'setInterval', 'fetch', 'performance'],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'Ask the environment for the time.' },
          { object: 'Math', property: 'random', message: 'Ask the environment for chance.' },
        ],
      },
    ),
    part(
      ['main/sync/{ports,problems,steps,telling,pacing,observe,settle,plan,apply}/**'],
      [
        ban('A part of the cycle knows nothing of what leads through it.', ['**/cycle/**', '../watch/**']),
        ...BEYOND_PORTS,
      ],
    ),
    part(
      ['main/adapters/**'],
      [...BEYOND_ADAPTERS, ban('Each of these packages belongs to one adapter folder.', OUTER_PACKAGES)],
    ),
    ...Object.entries(ADAPTER_PACKAGES).map(([folder, own]) =>
      part(
        [`main/adapters/${folder}/**`],
        [
          ...BEYOND_ADAPTERS,
          ban(
            `${folder}: ${own.join(' and ')} only.`,
            OUTER_PACKAGES.filter((name) => !own.includes(name)),
          ),
        ],
      ),
    ),
    part(['main/hosts/**'], [BEYOND_HOSTS, MAKERS_OF_ADAPTERS, BEYOND_ELECTRON]),
    part(['main/hosts/{compose,planning,views}/**'], [BEYOND_HOSTS, BEYOND_ELECTRON]),
    part(
      ['main/hosts/electron/**'],
      [BEYOND_HOSTS, MAKERS_OF_ADAPTERS, ban('These packages belong to their adapters.', OF_ADAPTERS)],
    ),
    part(
      ['preload/**'],
      [
        ban(
          'The preload is a transport: it knows electron and the names in shared/ipc/preload.ts.',
          NODE,
          folders('main', 'renderer', 'test'),
        ),
      ],
    ),
    part(
      ['renderer/**'],
      [ban('The renderer knows only shared/.', NODE, ['electron'], folders('main', 'preload', 'test'))],
    ),
    { files: ['main/hosts/cli/**', 'test/**', '.ci/**'], rules: { 'no-console': 'off' } },
    {
      files: ['test/**'],
      // A suite is one function around all of its tests.
      rules: { 'typescript/no-non-null-assertion': 'off', 'max-lines-per-function': 'off' },
    },
  ],
});
