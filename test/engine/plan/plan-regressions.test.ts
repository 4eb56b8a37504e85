import { describe, it } from 'vitest';
import { checkHistory, checkLostMirror, type Setting } from '../model/check.ts';
import { LINUX, WINDOWS } from '../model/world.ts';

const plain: Setting = {
  system: LINUX,
  unwanted: [],
  quirks: { keepsFacts: true, ignoresCategory: false },
  before: [],
  after: [],
};

const HERE = { who: 'here', which: 0 } as const;
const THERE = { who: 'there', which: 0 } as const;
const createdThere = { ...THERE, does: 'create', to: 'Other/a.pdf' } as const;
const createdHere = { ...HERE, does: 'create', to: 'Other/a.pdf' } as const;
const replyLost = { who: 'network', does: 'loseReply' } as const;
const oneStep = { who: 'sync', does: 'round', steps: 1 } as const;

/** The shortest histories that once broke a rule, as the property test found them. */
describe('histories that once failed', () => {
  it.each<[string, Partial<Setting>]>([
    [
      'a foreign client wrote right after ours: the facts it left standing do not vouch for its bytes',
      {
        before: [createdThere],
        after: [
          { ...THERE, does: 'sameEdit' },
          { ...THERE, does: 'edit' },
        ],
      },
    ],
    [
      'edited here, deleted there, and the reply to the new record lost: it is not deleted as missing here',
      { before: [createdThere], after: [{ ...HERE, does: 'edit' }, replyLost, { ...THERE, does: 'delete' }] },
    ],
    [
      'a record renamed before its lost reply was looked up is renamed here as well',
      { after: [replyLost, createdHere, oneStep, { ...THERE, does: 'rename', to: 'Other/SS.txt' }] },
    ],
    [
      'a record written by others before its lost reply was looked up is not taken for what was sent',
      { after: [replyLost, createdHere, oneStep, { ...THERE, does: 'edit' }] },
    ],
    [
      'a file edited here before its lost reply was looked up is sent again',
      { after: [replyLost, createdHere, oneStep, { ...HERE, does: 'edit' }] },
    ],
    [
      'a service that keeps the old category is not asked for ever',
      {
        quirks: { keepsFacts: false, ignoresCategory: true },
        before: [createdHere],
        after: [{ ...HERE, does: 'rename', to: 'Spec Sheet/a.pdf' }],
      },
    ],
    [
      'renamed there to a name that folds like its own, where another file lies',
      {
        before: [{ ...THERE, does: 'create', to: 'Other/ß.txt' }],
        after: [
          { ...HERE, does: 'create', to: 'Other/SS.txt' },
          { ...THERE, does: 'rename', to: 'Other/SS.txt' },
        ],
      },
    ],
    [
      'a service set back between the move of a file and the fetch of its bytes',
      {
        before: [createdThere],
        after: [
          { who: 'backup', does: 'save' },
          { ...THERE, does: 'rename', to: 'Other/b.pdf' },
          oneStep,
          { who: 'backup', does: 'restore' },
        ],
      },
    ],
    [
      'a file moved here, then the service set back behind an edit: ours is kept beside theirs',
      {
        before: [createdThere, { who: 'backup', does: 'save' }, { ...THERE, does: 'edit' }],
        after: [
          { ...HERE, does: 'rename', to: 'Spec Sheet/b.pdf' },
          { who: 'backup', does: 'restore' },
        ],
      },
    ],
    [
      'the service set back behind an edit from here, and the record moved there: what the edit replaced is no news',
      {
        before: [
          createdThere,
          { who: 'backup', does: 'save' },
          { who: 'sync', does: 'round', steps: 1 },
          { ...HERE, does: 'edit' },
        ],
        after: [
          { who: 'backup', does: 'restore' },
          { ...THERE, does: 'move', to: 'Other/a.pdf' },
        ],
      },
    ],
    [
      'two names swapped on the service',
      {
        before: [createdThere, { ...THERE, does: 'create', to: 'Other/b.pdf' }],
        after: [{ ...THERE, does: 'swap' }],
      },
    ],
    [
      'three files got each other’s places, and the record of one was moved into a folder that is to stand in another’s',
      {
        before: [createdThere, { ...HERE, does: 'create', to: 'Other/sub/a.pdf' }, createdHere],
        after: [
          { ...HERE, does: 'rotate' },
          { ...THERE, which: 4, does: 'move', to: 'Other/sub/a.pdf/a.pdf' },
        ],
      },
    ],
    [
      'two records of one name, and one of a name that no disk can hold',
      {
        system: WINDOWS,
        before: [createdThere, createdThere, { ...THERE, does: 'create', to: 'Other|CON' }],
        after: [
          { ...THERE, does: 'edit' },
          { ...HERE, which: 1, does: 'edit' },
          { ...HERE, which: 2, does: 'edit' },
        ],
      },
    ],
    [
      'two files trade names, and one of them has the longer of its record’s two aliases',
      {
        before: [{ ...THERE, does: 'create', to: 'Other/a\\b.pdf' }, createdThere],
        after: [
          { ...HERE, does: 'shift', to: 'Other/SS.txt' },
          { who: 'mirror', does: 'forget', which: 0 },
          { who: 'sync', does: 'round', steps: 3 },
          { ...HERE, which: 1, does: 'swap' },
        ],
      },
    ],
    [
      'a record waits for a folder’s name, a file under it for a name, and that one for the place of the first',
      {
        before: [
          { ...THERE, does: 'create', to: 'Other|../../x' },
          createdHere,
          { ...THERE, does: 'rename', to: 'Other/SUB' },
          { who: 'sync', does: 'round', steps: 2 },
          { ...THERE, does: 'swap' },
          { ...HERE, does: 'create', to: 'Block A/a.pdf' },
        ],
        after: [
          { ...HERE, which: 5, does: 'swap' },
          { ...THERE, which: 1, does: 'editUnseen' },
          { ...THERE, does: 'move', to: 'Other/sub/a.pdf' },
        ],
      },
    ],
    [
      'one of two files whose names differ by case alone is renamed, and the other is settled',
      {
        before: [
          { ...HERE, does: 'create', to: 'Other/SUB/sub' },
          { ...HERE, does: 'create', to: 'Other/sub/SUB' },
        ],
        after: [{ ...HERE, does: 'rename', to: 'Other/sub/sub' }],
      },
    ],
    [
      'a file that lies at an alias of its record keeps it, where the record comes to a name that is taken as well',
      {
        before: [
          createdHere,
          { ...HERE, does: 'create', to: 'Other/sub' },
          { ...THERE, does: 'create', to: 'Other/SUB/SUB' },
        ],
        after: [
          { ...THERE, which: 2, does: 'swap' },
          { ...HERE, does: 'rotate' },
        ],
      },
    ],
    [
      'two files of the same bytes trade names on both sides, and the process ends when these were fetched: both get theirs',
      {
        system: { ...LINUX, ignoresCase: true },
        quirks: { keepsFacts: false, ignoresCategory: false },
        before: [
          createdThere,
          oneStep,
          { ...THERE, does: 'move', to: 'Other|a:b?' },
          { ...HERE, does: 'respell', letters: 'upper', same: true },
          { who: 'mirror', does: 'forget', which: 0 },
        ],
        after: [
          { ...HERE, does: 'swap' },
          { who: 'process', does: 'dieAtPlacing' },
          { who: 'process', does: 'dieAtPlacing' },
          { ...THERE, does: 'swap' },
        ],
      },
    ],
    [
      'a file that is fetched under the new name of its record, and the process ends then: a new one in its old place is no edit',
      {
        before: [createdHere],
        after: [
          { ...THERE, does: 'create', to: 'Other/SUB' },
          { ...THERE, does: 'swap' },
          { who: 'process', does: 'dieAtPlacing' },
          { ...HERE, does: 'another', to: 'Other/SS.txt' },
          oneStep,
          oneStep,
          { ...HERE, does: 'respell', letters: 'lower', same: false },
        ],
      },
    ],
    [
      'two names are exchanged there, one of which is an alias here, and the process ends when either file is fetched',
      {
        system: { ...LINUX, ignoresCase: true },
        before: [
          { ...HERE, does: 'create', to: 'Other/SUB/a.pdf' },
          { ...THERE, does: 'create', to: 'Other/sub/a\\b.pdf' },
        ],
        after: [
          { who: 'process', does: 'dieAtPlacing' },
          { ...HERE, does: 'another', to: 'Other/a.pdf' },
          { ...THERE, does: 'swap' },
          { who: 'process', does: 'dieAtPlacing' },
          { ...HERE, does: 'create', to: 'Other/sub/a.pdf' },
          { ...HERE, which: 1, does: 'shift', to: 'Block A/A.pdf' },
        ],
      },
    ],
    [
      'a file that bears the very name of its record, which has its alias elsewhere, and that alias becomes its name',
      {
        before: [
          { ...THERE, does: 'create', to: 'Other|../../x' },
          { ...THERE, does: 'rename', to: 'Other/a\\b.pdf' },
        ],
        after: [
          { ...THERE, does: 'respell', letters: 'folder', same: false },
          { ...HERE, does: 'rename', to: 'Other/a\\b.pdf' },
          oneStep,
          { ...THERE, does: 'swap' },
        ],
      },
    ],
    [
      'a file that lies under its alias, which was the name of its record for the time being, is in its place',
      {
        before: [
          createdThere,
          createdHere,
          { ...THERE, does: 'rename', to: 'Other/SS.txt' },
          { who: 'process', does: 'dieAtPlacing' },
        ],
        after: [{ ...HERE, does: 'swap' }, oneStep, { ...THERE, does: 'editUnseen' }],
      },
    ],
  ])('%s', (_what, setting) => {
    checkHistory({ ...plain, ...setting });
  });
});

it('after a lost mirror, finds the file again whose name was moved away and came back in another spelling', () => {
  for (const [first, then] of [
    ['Block A/\u00e9.txt', 'Block A/e\u0301.txt'],
    ['Block A/e\u0301.txt', 'Block A/\u00e9.txt'],
  ] as const)
    checkLostMirror(LINUX, [
      { ...HERE, does: 'create', to: first },
      oneStep,
      { ...HERE, does: 'rename', to: 'Other/a.pdf' },
      { ...HERE, does: 'rename', to: then },
    ]);
});
