import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { LINUX } from '../engine/model/world.ts';
import { checkTriple, tripleArbitrary, type TripleItem } from './triples.ts';

it('from any three trees the plan settles and loses nothing (4000 runs)', () => {
  fc.assert(fc.property(tripleArbitrary, checkTriple), { numRuns: 4000 });
}, 60_000);

/** Bytes are `one` where nothing else is said; a record that is named again is as others left it, without facts of ours. */
const at = (path: string, content = 'one') => ({ path, content });
const here = (path: string, content = 'one', asAgreed = false) => ({
  ...at(path, content),
  asAgreed,
  sameInode: false,
  read: false,
});
const there = (path: string, facts: 'none' | 'true' = 'none', asAgreed = false) => ({
  ...at(path),
  asAgreed,
  facts,
  older: false,
});

/** The shortest trees that once broke a rule, as the search found them. */
describe('trees that once failed', () => {
  it.each<[string, readonly TripleItem[]]>([
    [
      'a file and a folder trade places whose names differ by case alone',
      [
        { base: at('Other/sub'), local: null, remote: there('Other/SUB/a.pdf/b.pdf', 'true') },
        { base: null, local: here('Other/SUB/a.pdf/b.pdf'), remote: null },
        { base: at('Other/SUB/a.pdf/b.pdf'), local: null, remote: there('Other/sub/a.pdf', 'true') },
        { base: null, local: here('Other/sub'), remote: null },
      ],
    ],
    [
      'an unread file moves to the name of a deleted one of the same bytes',
      [
        {
          base: at('Spec Sheet/a.pdf'),
          local: here('Spec Sheet/a.pdf', 'one', true),
          remote: there('Other/a.pdf'),
        },
        { base: at('Other/a.pdf'), local: null, remote: there('Other/a.pdf', 'none', true) },
      ],
    ],
    [
      'an edited file moves to the name of a deleted one that may be its version before',
      [
        { base: at('c.pdf'), local: null, remote: there('Other/a.pdf') },
        { base: null, local: here('c.pdf', 'three'), remote: null },
        { base: at('Other/a.pdf', 'three'), local: null, remote: there('Other/a.pdf', 'none', true) },
      ],
    ],
    [
      'a record comes back to a place of which a file waits to leave for that of a deleted one',
      [
        {
          base: at('Other/a.pdf', 'three'),
          local: here('Other/a.pdf', 'three', true),
          remote: there('Spec Sheet/a.pdf'),
        },
        { base: at('Other/A.pdf'), local: null, remote: there('Other/a.pdf') },
        {
          base: at('Spec Sheet/a.pdf', 'three'),
          local: null,
          remote: there('Spec Sheet/a.pdf', 'none', true),
        },
      ],
    ],
    [
      'a file moves into the place of one that lies, edited, where others moved its record',
      [
        {
          base: at('Other/a.pdf'),
          local: { ...here('Spec Sheet/a.pdf'), sameInode: true },
          remote: there('Other/a.pdf', 'none', true),
        },
        {
          base: at('Spec Sheet/a.pdf', 'three'),
          local: { ...here('Other/b.pdf'), sameInode: true },
          remote: there('Other/b.pdf'),
        },
      ],
    ],
    [
      'a delete, an edited file and one that moves wait for one another',
      [
        { base: at('Other/sub/a.pdf'), local: null, remote: there('Other/b.pdf') },
        { base: at('Other/a.pdf', 'two'), local: null, remote: there('Other/a.pdf', 'none', true) },
        { base: at('Other/b.pdf'), local: here('Other/b.pdf', 'one', true), remote: there('Other/a.pdf') },
        { base: null, local: here('Other/sub/a.pdf', 'two'), remote: null },
      ],
    ],
  ])('%s', (_what, items) => {
    checkTriple({ system: LINUX, quirks: { keepsFacts: true, ignoresCategory: false }, items });
  });

  it('a new file lies in the place of one that both sides moved alike, and of one that is gone, on a disk that ignores case', () => {
    const moved = 'Spec Sheet/a.pdf';
    const items = [
      { base: at('Other/a.pdf'), local: null, remote: there('Other/a.pdf', 'none', true) },
      { base: at('Other/A.pdf'), local: { ...here(moved), sameInode: true }, remote: there(moved) },
      { base: null, local: here('Other/A.pdf', 'seven'), remote: null },
    ];
    const system = { ...LINUX, ignoresCase: true };
    checkTriple({ system, quirks: { keepsFacts: true, ignoresCategory: false }, items });
  });

  it('a new file lies in the place of an edited one, whose record others moved to where it lies', () => {
    const items = [
      {
        base: at('Spec Sheet/a.pdf', 'three'),
        local: { ...here('Other/b.pdf'), sameInode: true },
        remote: { ...there('Other/b.pdf'), content: 'three', facts: 'true' as const },
      },
      { base: null, local: here('Spec Sheet/a.pdf', 'seven'), remote: null },
    ];
    checkTriple({ system: LINUX, quirks: { keepsFacts: false, ignoresCategory: false }, items });
  });
});
