import ignore from 'ignore';
import { describe, expect, it } from 'vitest';
import { IGNORE_DEFAULTS } from '../../../main/engine/ignore/ignore-defaults.ts';
import { CLOSED_FOLDERS } from '../../../main/engine/names/own-names.ts';
import { ignoreRules } from '../../../main/engine/ignore/ignore-rules.ts';

/** Names that are built in, nearly so, and not at all; of folders and files alike. */
const NAMES = [
  'plan.pdf',
  '.DS_Store',
  'DS_Store',
  'x.PART',
  'x.part.pdf',
  '~$a.docx',
  '~a',
  '.~lock.a.odt#',
  '.~lock.a',
  'b~',
  '~',
  '.git',
  'git',
  '.nfs12',
  'nfs',
  '4913',
  '49134',
  '$RECYCLE.BIN',
  '.#q',
  '._',
  'a.dwl2',
  'THUMBS.DB',
  '.trash-1',
  '.Trashes',
  'Icon\r',
  'Icon',
  'Icons',
  '.TemporaryItems',
  '.apdisk',
  '.sitesync',
  'Models',
];

describe('the rules of what is left out', () => {
  it.each([
    ['litter of systems', ['.DS_Store', '._plan.pdf', 'Thumbs.db', 'ehthumbs.db', 'desktop.ini', 'Icon\r']],
    ['folders of systems', ['$RECYCLE.BIN/a', '.Trashes/a', '.Trash-1000/a', 'System Volume Information/a']],
    ['locks of Office', ['~$plan.docx', '.~lock.plan.odt#']],
    ['locks of editors', ['.#plan.txt', 'plan.txt~', '.plan.txt.swp', '.plan.txt.swx', '4913']],
    ['locks of CAD', ['plan.dwl', 'plan.dwl2', 'plan.slog', 'plan.lck']],
    ['downloads that go on', ['a.zip.part', 'a.partial', 'a.crdownload', 'a.download', 'a.tmp']],
  ])('say by default of %s that they are', (_, paths) => {
    const rules = ignoreRules([], '');
    for (const path of paths) expect(rules.ignoresAnywhere(`Other/${path}`), path).toBe(true);
  });

  it('say of every built-in line what gitignore says, at any depth', () => {
    const rules = ignoreRules([], '');
    const slow = ignore({ ignorecase: true })
      .add(IGNORE_DEFAULTS)
      .add(CLOSED_FOLDERS.map((name) => `${name}/`));
    for (const a of NAMES.filter((name) => name !== 'Models'))
      for (const b of NAMES)
        for (const c of NAMES) {
          const path = `${a}/${b}/${c}`;
          expect(rules.ignoresAnywhere(path), path).toBe(slow.ignores(path));
        }
  });

  it('know a name in whatever Unicode characters it is spelt, in a line and in a path', () => {
    const [composed, apart] = ['Löhne', 'Gehälter'].map((name) => name.normalize('NFC')) as [string, string];
    const rules = ignoreRules([`${apart.normalize('NFD')}/`], `${composed.normalize('NFD')}.txt`);
    for (const form of ['NFC', 'NFD'] as const) {
      expect(rules.ignoresAnywhere(`Other/${composed.normalize(form)}.txt`)).toBe(true);
      expect(rules.ignoresAnywhere(`Other/${apart.normalize(form)}/a.txt`)).toBe(true);
      expect(rules.ignoresAnywhere(`Other/${composed.normalize(form)}.pdf`)).toBe(false);
    }
    expect(ignoreRules([composed], '').ignoresAnywhere(composed.normalize('NFD'))).toBe(true);
  });

  it('leave out the icon file of a Mac’s folder, and no similar name', () => {
    const rules = ignoreRules([], '');
    expect(rules.ignoresAnywhere('Other/Icon\r')).toBe(true);
    expect(rules.ignoresAnywhere('Other/Icon')).toBe(false);
  });

  it('leave out what SiteSync keeps for itself in a copy of another site’s folder', () => {
    const rules = ignoreRules([], '');
    expect(rules.ignoresAnywhere('Other/Mill/.sitesync/trash/2026-01-01/a.txt')).toBe(true);
    expect(rules.ignoresAnywhere('Other/Mill/.sitesync')).toBe(false);
  });

  it('let the person take back a name or a folder, and leave out more', () => {
    const rules = ignoreRules(['!plan.tmp', 'drafts/'], '# mine\n*.bak\n!keep.bak');
    const left = ['a.tmp', 'drafts/a.txt', 'Other/Drafts/deep/a.txt', 'x.BAK'];
    const taken = ['plan.tmp', 'Other/plan.tmp', 'drafts', 'keep.bak', 'a.txt'];
    expect(left.filter((path) => !rules.ignoresAnywhere(path))).toEqual([]);
    expect(taken.filter((path) => rules.ignoresAnywhere(path))).toEqual([]);
  });

  it('tell folders from files if a line does', () => {
    const rules = ignoreRules(['*', '!*/', '!*.pdf', 'drafts/'], '');
    expect(rules.ignoresFolder('Other')).toBe(false);
    expect(rules.ignoresAnywhere('Other')).toBe(true);
    expect(rules.ignoresAnywhere('Other/a.pdf')).toBe(false);
    expect(['drafts', 'Other/drafts', 'drafts/deep', '.sitesync', 'Models'].map(rules.ignoresFolder)).toEqual(
      [true, true, true, true, true],
    );
  });

  it.each([
    '.sitesync/tmp/a',
    '.SiteSync/a',
    '.site\u200bsync/a',
    '.\u017fitesync/a',
    'Models/a.glb',
    '.siteignore',
    '.SITEIGNORE',
    '.siteignore.txt',
    '.SiteIgnore.TXT',
    '.site\u200cignore',
    '.git/config',
    'Other/.GIT/hooks/post-checkout',
    'Other/.g\u200cit/config',
    '.hg/hgrc',
    'Block A/.svn/entries',
    'Other/Mill/.sitesync/site.json',
  ])('leave %j out whatever the person says', (path) => {
    const folders = path.split('/').map((name) => `!${name}/`);
    expect(ignoreRules(['!*', `!${path}`, ...folders], '').ignoresAnywhere(path)).toBe(true);
  });

  it.each([
    'site.sync/a',
    'models/a.glb',
    'Other/.siteignore',
    'Other/.siteignore.txt',
    '.siteignore.txt/in a folder.pdf',
    'Other/Models/a.glb',
    'a.git/b',
    '.gitignore',
  ])('know that %j is none of ours', (path) => {
    expect(ignoreRules([], '').ignoresAnywhere(path)).toBe(false);
  });
});

it('goes on without a line that is longer than any path', () => {
  for (const piece of ['a', '*a', 'a/**/', 'é']) {
    const { ignoresAnywhere } = ignoreRules([piece.repeat(40_000)], '*.bak');
    expect(ignoresAnywhere('Other/plan.pdf')).toBe(false);
    expect(ignoresAnywhere('Other/plan.bak')).toBe(true);
  }
});
