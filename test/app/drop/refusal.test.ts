import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../main/app/drop/refusal.ts';

const nothing = (): boolean => false;

describe('a dropped file', () => {
  it.each([
    'Other/plan.pdf',
    'Other/ü/日本語 (2).pdf',
    `Other/${'x'.repeat(251)}.pdf`,
    'Other/a:b.txt',
    'Other/Models/m.glb',
  ])('may lie at %s', (target) => expect(refusalOf(target, 'linux', nothing)).toBeNull());

  it.each([
    ['Other/a\\b.txt', 'linux', '“\\” is not allowed in names. Rename “a\\b.txt”.'],
    ['Other/line\nbreak.txt', 'linux', 'A hidden character is not allowed in names.'],
    [`Other/${'ü'.repeat(200)}.pdf`, 'linux', 'too long'],
    ['Other/lone \ud800.txt', 'linux', 'not valid Unicode'],
    ['Other/../x', 'linux', 'not a valid name'],
    ['Other//x', 'linux', 'not a valid name'],
    ['Other/a:b.txt', 'win32', 'This computer cannot hold the name “a:b.txt”'],
    ['Other/con.txt', 'win32', 'cannot hold'],
    ['Other/folder./x.txt', 'win32', 'cannot hold the name “folder.”'],
    [`Other/${'d/'.repeat(40)}x`, 'linux', 'folders deep'],
    [`Other/${`${'d'.repeat(200)}/`.repeat(6)}x`, 'linux', 'too long for other computers'],
  ] as const)('may not lie at %j on %s, for a reason in words', (target, platform, words) => {
    expect(refusalOf(target, platform, nothing)).toContain(words);
  });

  it('is refused where the site would never send it', () => {
    expect(refusalOf('Other/draft.bak', 'linux', (path) => path.endsWith('.bak'))).toContain('ignore list');
  });

  it.each(['Other/Thumbs.db', 'Other/.Trashes/plan.pdf', 'Other/~$plan.docx'])(
    'is refused as %s by no list of the person',
    (target) => {
      expect(refusalOf(target, 'linux', () => true)).toBe(
        'SiteSync never sends system and temporary files like this one.',
      );
    },
  );
});
