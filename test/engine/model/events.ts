import * as fc from 'fast-check';

/** Something that people, other clients or the network do between two rounds. Numbers choose among what is there. */
export type Event =
  | {
      readonly who: 'here';
      readonly does: 'create' | 'rename' | 'copy' | 'carry' | 'another' | 'shift';
      readonly which: number;
      readonly to: string;
    }
  | {
      readonly who: 'here';
      readonly does: 'edit' | 'touch' | 'delete' | 'swap' | 'rotate' | 'replace' | 'unread';
      readonly which: number;
    }
  | Respelling
  | {
      readonly who: 'there';
      readonly does: 'create' | 'rename' | 'move';
      readonly which: number;
      readonly to: string;
    }
  | {
      readonly who: 'there';
      readonly does:
        | 'edit'
        | 'editKnown'
        | 'editUnseen'
        | 'sameEdit'
        | 'delete'
        | 'swap'
        | 'recategorise'
        | 'touch';
      readonly which: number;
    }
  | { readonly who: 'backup'; readonly does: 'save' | 'restore' }
  | { readonly who: 'network'; readonly does: 'loseReply' }
  | { readonly who: 'process'; readonly does: 'dieAtPlacing' }
  | { readonly who: 'mirror'; readonly does: 'forget'; readonly which: number }
  | { readonly who: 'sync'; readonly does: 'round'; readonly steps: number };

/** Somebody makes a file whose name one on the other side has in another case; over its bytes or over others. */
export interface Respelling {
  readonly who: 'here' | 'there';
  readonly does: 'respell';
  readonly which: number;
  readonly letters: 'upper' | 'lower' | 'folder' | 'both';
  readonly same: boolean;
}

/** Deeper than any record may place a file. */
const TOO_DEEP = Array.from({ length: 40 }, () => 'd').join('/');
const FOLDERS = ['Other', 'Other/sub', 'Other/SUB', 'Other/sub/a.pdf', 'Spec Sheet', 'Block A', '', TOO_DEEP];
/** Those without an extension are names of folders as well; the last is one that no record can place. */
const NAMES = [
  'a.pdf',
  'b.pdf',
  'A.pdf',
  'é.txt',
  'e\u0301.txt',
  'ß.txt',
  'SS.txt',
  'sub',
  'SUB',
  'Block A',
  'a\\b.pdf',
];
/** Only a service can send these. */
const ODD_NAMES = ['../../x', 'CON', 'a:b?', '', '.sitesync'];

const place = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES))
  .map(([folder, name]) => (folder === '' ? name : `${folder}/${name}`));
const farPlace = fc.oneof(
  { weight: 5, arbitrary: place },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES).map((name) => `Other|${name}`) },
);
const which = fc.nat({ max: 7 });

/** Two such names are one place on a disk that ignores case. */
const respelling: fc.Arbitrary<Respelling> = fc.record({
  who: fc.constantFrom('here', 'there'),
  does: fc.constant('respell' as const),
  which,
  letters: fc.constantFrom('upper', 'lower', 'folder', 'both'),
  same: fc.boolean(),
});

export const eventArbitrary: fc.Arbitrary<Event> = fc.oneof(
  { weight: 2, arbitrary: respelling },
  {
    weight: 3,
    arbitrary: fc.record({
      who: fc.constant('here' as const),
      does: fc.constantFrom('create', 'create', 'rename', 'rename', 'copy', 'carry', 'another', 'shift'),
      which,
      to: place,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      who: fc.constant('here' as const),
      does: fc.constantFrom('edit', 'edit', 'touch', 'delete', 'swap', 'rotate', 'replace', 'unread'),
      which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      who: fc.constant('there' as const),
      does: fc.constantFrom('create', 'rename', 'move'),
      which,
      to: farPlace,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      who: fc.constant('there' as const),
      does: fc.constantFrom(
        'edit',
        'editKnown',
        'editUnseen',
        'sameEdit',
        'delete',
        'swap',
        'recategorise',
        'touch',
      ),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ who: fc.constant('backup' as const), does: fc.constantFrom('save', 'restore') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ who: fc.constant('network' as const), does: fc.constant('loseReply' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      who: fc.constant('process' as const),
      does: fc.constant('dieAtPlacing' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      who: fc.constant('mirror' as const),
      does: fc.constant('forget' as const),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      who: fc.constant('sync' as const),
      does: fc.constant('round' as const),
      steps: fc.nat({ max: 4 }),
    }),
  },
);
