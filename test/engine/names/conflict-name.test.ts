import { describe, expect, it } from 'vitest';
import { conflictPath, originalOf } from '../../../main/engine/names/conflict-name.ts';
import { utf8Length } from '../../../shared/utf8.ts';
import { parseRelPath, type RelPath } from '../../../shared/model/rel-path.ts';

const STAMP = '2026-11-21 0942';
const free = (): boolean => false;
const name = (path: string, device = 'MARA-T14', taken: (path: RelPath) => boolean = free): string =>
  conflictPath(path as RelPath, STAMP, device, taken);

describe('conflictPath', () => {
  it('says when and on which computer, before the extension', () => {
    expect(name('Other/plan.v2.pdf')).toBe('Other/plan.v2 (conflict 2026-11-21 0942 MARA-T14).pdf');
    expect(name('README')).toBe('README (conflict 2026-11-21 0942 MARA-T14)');
    expect(name('.siteignore')).toBe('.siteignore (conflict 2026-11-21 0942 MARA-T14)');
  });

  it('counts on while the name is taken', () => {
    const taken = new Set(['a (conflict 2026-11-21 0942 T).b', 'a (conflict 2026-11-21 0942 T, 2).b']);
    expect(name('a.b', 'T', (path) => taken.has(path))).toBe('a (conflict 2026-11-21 0942 T, 3).b');
  });

  it('replaces the mark of an earlier conflict, counted or repeated', () => {
    const expected = 'x/a (conflict 2026-11-21 0942 MARA-T14).b';
    expect(name('x/a (conflict 2025-01-02 0304 OTHER-PC).b')).toBe(expected);
    expect(name('x/a (conflict 2025-01-02 0304 OTHER-PC, 7).b')).toBe(expected);
    expect(name('x/a (conflict 2025-01-02 0304 P) (conflict 2025-01-02 0304 Q).b')).toBe(expected);
    expect(name(name('x/a.b', 'My (old) laptop'))).toBe(expected);
  });

  it('leaves other brackets alone', () => {
    expect(name('a (conflict of interest).b', 'T')).toBe(
      'a (conflict of interest) (conflict 2026-11-21 0942 T).b',
    );
  });

  it.each([
    ['a/b\\c:d', 'a-b-c-d'],
    ['tab\tand\0nul', 'tab-and-nul'],
    ['', 'this computer'],
    ['  ', 'this computer'],
    ['x'.repeat(60), 'x'.repeat(24)],
  ])('makes the device %j safe: %j', (device, safe) => {
    expect(name('a', device)).toBe(`a (conflict 2026-11-21 0942 ${safe})`);
  });

  it('cuts an over-long stem and keeps mark and extension', () => {
    const path = name(`${'ü'.repeat(120)}.docx`);
    expect(utf8Length(path)).toBeLessThanOrEqual(255);
    expect(path.endsWith('ü (conflict 2026-11-21 0942 MARA-T14).docx')).toBe(true);
    expect(parseRelPath(path)).toBe(path);
  });
});

describe('originalOf', () => {
  it('finds the file that a copy was made beside, and nothing for other files', () => {
    const path = 'Other/a/points.csv' as RelPath;
    const copy = conflictPath(path, '2026-11-21 0942', 'MARA-T14', () => false);
    expect(originalOf(copy)).toBe(path);
    expect(originalOf(path)).toBeNull();
    expect(originalOf('Other/report (conflict of interest).pdf' as RelPath)).toBeNull();
  });
});
