import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryOfPath, impliedPath, isReserved } from '../../../main/engine/names/implied-path.ts';
import { utf8Length } from '../../../shared/utf8.ts';
import type { Platform } from '../../../main/engine/policy.ts';
import { CATEGORIES, type Category } from '../../../shared/model/category.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';
import { NO_FACTS } from '../../../shared/model/site-file.ts';

const ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d' as FileId;

function record(name: string, category: Category, stated: string | null = null) {
  return { id: ID, name, category, facts: { ...NO_FACTS, path: stated as RelPath | null } };
}

describe('impliedPath', () => {
  it.each([
    ['no note', record('a.pdf', 'spec-sheet'), 'Spec Sheet/a.pdf'],
    ['a note in its own category', record('a.pdf', 'other', 'Other/sub/a.pdf'), 'Other/sub/a.pdf'],
    [
      'a note outside the categories',
      record('a.pdf', 'other', 'Block A/Level 2/a.pdf'),
      'Block A/Level 2/a.pdf',
    ],
    ['a note in the site folder', record('a.pdf', 'other', 'a.pdf'), 'a.pdf'],
    ['another name than stated', record('new.pdf', 'other', 'Other/old.pdf'), 'Other/new.pdf'],
    [
      'another category than stated',
      record('a.pdf', 'maintenance', 'Other/x/a.pdf'),
      'Maintenance Document/x/a.pdf',
    ],
    ['a climbing note', record('a.pdf', 'other', '../../etc/a.pdf'), 'Other/a.pdf'],
    ['an absolute note', record('a.pdf', 'other', '/etc/a.pdf'), 'Other/a.pdf'],
    ['a note in our folder', record('a.pdf', 'other', '.SiteSync/trash/a.pdf'), 'Other/a.pdf'],
    ['a note in the models', record('a.pdf', 'other', 'models/a.pdf'), 'Other/a.pdf'],
    ['our folder by its short name', record('a.pdf', 'other', 'SITESY~1/a.pdf'), 'Other/a.pdf'],
    ['our folder with an invisible mark', record('a', 'other', '.site\u200csync/a'), 'Other/a'],
    ['our folder as a name', record('.sitesync', 'other', 'x.pdf'), 'Other/.sitesync'],
    ['the rules of what stays here', record('.siteignore', 'other', 'x.txt'), 'Other/.siteignore'],
    ['them as a disk without case has them', record('.SITEIGNORE', 'other', 'x'), 'Other/.SITEIGNORE'],
    ['them with an invisible mark', record('.site\u200cignore', 'other', 'x'), 'Other/.site\u200cignore'],
    ['them by their short name', record('SITEIG~1', 'other', 'x'), 'Other/SITEIG~1'],
    ['a folder of git', record('config', 'other', '.git/config'), 'Other/config'],
    ['one further down', record('config', 'bim-source', 'Block A/.Git/hooks/x'), 'BIM Source File/config'],
    ['one in its category', record('config', 'other', 'Other/.g\u200cit/config'), 'Other/config'],
    ['one by its short name', record('config', 'other', 'Block A/git~1/config'), 'Other/config'],
    [
      'one with an end that Windows drops',
      record('config', 'other', 'Block A/.git. /config'),
      'Other/config',
    ],
    ['one of another kind', record('hgrc', 'other', 'Block A/.hg/hgrc'), 'Other/hgrc'],
    ['a head of git', record('HEAD', 'other', 'Block A/HEAD'), 'Block A/HEAD ~1a2b3c4d'],
    ['one as a disk without case has it', record('head', 'other'), 'Other/head ~1a2b3c4d'],
    ['a file that leads to one', record('.git', 'other', 'x/.git'), 'x/.git ~1a2b3c4d'],
    ['one with an invisible mark', record('.g\u200cit', 'other'), 'Other/.g\u200cit ~1a2b3c4d'],
    ['a name that only begins so', record('HEAD.pdf', 'other'), 'Other/HEAD.pdf'],
    ['our folder further down', record('site.json', 'other', 'Sub/.sitesync/x'), 'Other/site.json'],
    ['a category folder as a name', record('Spec Sheet', 'other', 'x.pdf'), 'Other/Spec Sheet'],
    ['a climbing name', record('../../x', 'other'), 'Other/.._.._x ~1a2b3c4d'],
    ['an empty name', record('', 'other'), 'Other/unnamed ~1a2b3c4d'],
    ['too many folders', record('a', 'other', `${'d/'.repeat(33)}a`), 'Other/a'],
    ['too long a note', record('a', 'other', `${`${'d'.repeat(200)}/`.repeat(20)}a`), 'Other/a'],
    ['a backslash in a folder', record('a', 'other', 'x\\..\\y/a'), 'x_.._y/a'],
    ['a folder in other case', record('a', 'other', 'OTHER/a'), 'OTHER/a'],
  ])('for %s', (_what, remote, path) => {
    expect(impliedPath(remote, 'linux')).toBe(path);
  });

  it('makes folders and names safe for Windows', () => {
    expect(impliedPath(record('a:b.pdf', 'other', 'con/x. /a.pdf'), 'win32')).toBe(
      '_con/x_/a_b ~1a2b3c4d.pdf',
    );
  });

  it('uses the label of a category where the disk has no case', () => {
    expect(impliedPath(record('a', 'other', 'OTHER/a'), 'win32')).toBe('Other/a');
    expect(impliedPath(record('a', 'other', 'OTHER/a'), 'darwin')).toBe('Other/a');
  });

  it('asks anew where the same folder is stated with another category, or for another system', () => {
    const stated = 'SPEC SHEET/a';
    expect(impliedPath(record('a', 'spec-sheet', stated), 'linux')).toBe(stated);
    expect(impliedPath(record('a', 'spec-sheet', stated), 'darwin')).toBe('Spec Sheet/a');
    expect(impliedPath(record('a', 'spec-sheet', stated), 'linux')).toBe(stated);
    expect(impliedPath(record('a', 'other', stated), 'linux')).toBe('Other/a');
  });

  it('is a safe path outside our folders for anything a service may send', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('.sitesync', 'Models', 'Other', '.git', '.SITEIGNORE'),
    );
    const stated = fc.array(text, { maxLength: 40 }).map((names) => names.join('/'));
    const platforms = fc.constantFrom<Platform>('linux', 'darwin', 'win32');
    const categories = fc.constantFrom(...CATEGORIES.map((entry) => entry.id));
    fc.assert(
      fc.property(text, stated, categories, platforms, (name, folder, category, platform) => {
        const path = impliedPath(record(name, category, folder), platform);
        expect(parseRelPath(path)).toBe(path);
        expect(isReserved(path)).toBe(false);
        expect(path.split('/').slice(0, -1)).not.toContain('.git');
        expect(utf8Length(path)).toBeLessThan(1100);
        for (const segment of path.split('/')) expect(segment.length).toBeLessThanOrEqual(255);
      }),
    );
  });
});

describe('categoryOfPath', () => {
  it('reads the first folder, whatever its case', () => {
    expect(categoryOfPath('Spec Sheet/a.pdf' as RelPath)).toBe('spec-sheet');
    expect(categoryOfPath('kg csv datamodel/deep/a.csv' as RelPath)).toBe('kg-csv');
    expect(categoryOfPath('Elsewhere/Spec Sheet/a.pdf' as RelPath)).toBeNull();
    expect(categoryOfPath('Spec Sheet' as RelPath)).toBeNull();
  });
});

describe('isReserved', () => {
  it('knows our folders by every spelling a disk may take for them', () => {
    for (const path of [
      '.sitesync/x',
      '.SITESYNC',
      'models/a',
      'Models. /a',
      'sitesy~2/x',
      '.siteignore',
      '.SiteIgnore ',
    ])
      expect(isReserved(path as RelPath)).toBe(true);
    for (const path of ['Other/.sitesync', 'Modelsx/a', 'Other/.siteignore', 'sitesync/a'])
      expect(isReserved(path as RelPath)).toBe(false);
  });
});
