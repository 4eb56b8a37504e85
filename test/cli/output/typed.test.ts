import { describe, expect, it } from 'vitest';
import { hintOfMove } from '../../../main/hosts/cli/output/hints.ts';
import { typed } from '../../../main/hosts/cli/output/typed.ts';

describe('an id within a command that a person types', () => {
  it.each([
    ['harbour-house', 'harbour-house', 'harbour-house'],
    ['a/b', 'a/b', 'a/b'],
    ['münchen_1.2', 'münchen_1.2', 'münchen_1.2'],
    ['Site 4', "'Site 4'", '"Site 4"'],
    ['a&b; rm HOME', "'a&b; rm HOME'", '"a&b; rm HOME"'],
    ['a$(rm b)', "'a$(rm b)'", 'SITE'],
    ['a`b', "'a`b'", 'SITE'],
    ['%PATH%', "'%PATH%'", 'SITE'],
    ['a\u201d; rm b; \u201c', "'a\u201d; rm b; \u201c'", 'SITE'],
    ["Jan's", String.raw`'Jan'\''s'`, `"Jan's"`],
    ['5"', `'5"'`, `"5"""`],
    ['', "''", '""'],
  ])('is one word of a shell: %s', (id, elsewhere, onWindows) => {
    expect([typed(id, 'SITE', 'linux'), typed(id, 'SITE', 'darwin'), typed(id, 'SITE', 'win32')]).toEqual([
      elsewhere,
      elsewhere,
      onWindows,
    ]);
  });

  it('is quoted in the hint about a moved folder', () => {
    const away = { path: '', code: 'folder-missing' } as const;
    expect(hintOfMove(away, { id: 'Site 4' })).toMatch(/sitesync follow ['"]Site 4['"] --folder FOLDER$/);
  });
});
