import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '../../../shared/utf8.ts';
import { aliasPath, foldKey, plainPath, toLocalName } from '../../../main/engine/names/local-names.ts';
import type { Platform } from '../../../main/engine/policy.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import { parseRelPath } from '../../../shared/model/rel-path.ts';
import { path } from '../agreed-record.ts';

const PLATFORMS: readonly Platform[] = ['linux', 'darwin', 'win32'];
const ID = '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d' as FileId;

describe('toLocalName', () => {
  it.each([
    ['', 'unnamed'],
    ['.', '_'],
    ['..', '__'],
    ['../../x', '.._.._x'],
    ['a/b.pdf', 'a_b.pdf'],
    ['a\\b.pdf', 'a_b.pdf'],
    ['nul\0byte', 'nul_byte'],
    ['line\nbreak\u007f', 'line_break_'],
    ['lone \ud83d.txt', 'lone \ufffd.txt'],
  ])('makes %j safe on every system: %j', (name, safe) => {
    for (const platform of PLATFORMS)
      expect(toLocalName(name, platform)).toEqual({ name: safe, exact: false });
  });

  it.each(['plan.pdf', ' leading', 'Übersicht.pdf', '...x', '.hidden', '😀.ifc', 'com10.txt', 'console.log'])(
    'keeps %j on every system',
    (name) => {
      for (const platform of PLATFORMS) expect(toLocalName(name, platform)).toEqual({ name, exact: true });
    },
  );

  it.each([
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['nul.tar.gz', '_nul.tar.gz'],
    ['COM¹', '_COM¹'],
    ['lpt9 .x', '_lpt9 .x'],
    ['CONIN$', '_CONIN$'],
    ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
    ['ends with dots...', 'ends with dots_'],
    ['blank at end ', 'blank at end_'],
  ])('makes %j safe on Windows only: %j', (name, safe) => {
    expect(toLocalName(name, 'win32')).toEqual({ name: safe, exact: false });
    expect(toLocalName(name, 'linux')).toEqual({ name, exact: true });
    expect(toLocalName(name, 'darwin')).toEqual({ name, exact: true });
  });

  it('cuts an over-long name in its stem, by bytes on Linux and by UTF-16 units elsewhere', () => {
    const name = `${'é'.repeat(200)}.pdf`;
    expect(toLocalName(name, 'darwin')).toEqual({ name, exact: true });
    const cut = toLocalName(name, 'linux');
    expect(cut.exact).toBe(false);
    expect(cut.name).toBe(`${'é'.repeat(125)}.pdf`);
    expect(utf8Length(cut.name)).toBeLessThanOrEqual(255);
  });

  it('never cuts a character in two', () => {
    const cut = toLocalName(`a${'😀'.repeat(200)}.ifc`, 'win32').name;
    expect(cut.isWellFormed()).toBe(true);
    expect(cut.length).toBeLessThanOrEqual(255);
    expect(cut.endsWith('😀.ifc')).toBe(true);
  });

  it('treats an absurdly long extension as part of the name', () => {
    expect(toLocalName(`a.${'x'.repeat(300)}`, 'linux').name).toBe(`a.${'x'.repeat(253)}`);
  });

  it('gives a safe, stable segment for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom(...PLATFORMS),
        (text, platform) => {
          const { name, exact } = toLocalName(text, platform);
          expect(parseRelPath(name)).toBe(name);
          expect(name).not.toContain('/');
          expect(exact).toBe(name === text);
          expect(toLocalName(name, platform)).toEqual({ name, exact: true });
        },
      ),
    );
  });
});

describe('foldKey', () => {
  it.each([
    ['Plan.PDF', 'plan.pdf'],
    ['é', 'e\u0301'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['\u212a', 'k'],
    ['ﬁx', 'FIX'],
  ])('takes %j and %j for the same name', (one, other) => {
    expect(foldKey(path(one))).toBe(foldKey(path(other)));
  });

  it.each([
    ['a/b', 'a_b'],
    ['İ', 'i'],
    ['e', 'é'],
  ])('keeps %j and %j apart', (one, other) => {
    expect(foldKey(path(one))).not.toBe(foldKey(path(other)));
  });

  it('folds every character to a key that is its own key', () => {
    for (let point = 1; point <= 0x1ffff; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const key = foldKey(path(String.fromCodePoint(point)));
      if (foldKey(path(key)) !== key) expect.fail(`U+${point.toString(16)} folds to ${key}`);
    }
  });
});

describe('plainPath', () => {
  it('is the path beside which an alias stands', () => {
    for (const plain of ['Other/plan.v2.pdf', 'README'].map(path))
      for (const attempt of [0, 1] as const) expect(plainPath(aliasPath(plain, ID, attempt), ID)).toBe(plain);
  });

  it('is null for any other name', () => {
    for (const other of ['plan.pdf', 'plan ~2b3c4d5e.pdf', ' ~1a2b3c4d.pdf'].map(path))
      expect(plainPath(other, ID)).toBeNull();
  });
});

describe('aliasPath', () => {
  it('puts the beginning of the id before the extension', () => {
    expect(aliasPath(path('Other/plan.v2.pdf'), ID, 0)).toBe('Other/plan.v2 ~1a2b3c4d.pdf');
    expect(aliasPath(path('README'), ID, 0)).toBe('README ~1a2b3c4d');
    expect(aliasPath(path('README'), ID, 1)).toBe('README ~1a2b3c4d5e6f4a7b8c9d0e1f2a3b4c5d');
  });

  it('gives an alias of an alias no second mark', () => {
    const alias = aliasPath(path('a/x.txt'), ID, 0);
    expect(aliasPath(alias, ID, 0)).toBe(alias);
    expect(aliasPath(alias, ID, 1)).toBe(aliasPath(path('a/x.txt'), ID, 1));
    expect(aliasPath(aliasPath(alias, ID, 1), ID, 0)).toBe(alias);
  });

  it('tells ids apart that are no UUIDs and begin alike or differ in case', () => {
    const names = ['site-file-0001', 'site-file-0002', 'Site-file-0002', '../..'].map((id) =>
      aliasPath(path('x.txt'), id as FileId, 0),
    );
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^x ~[0-9a-f]{8}\.txt$/);
  });

  it('cuts an over-long stem so that any system can hold the alias', () => {
    const alias = aliasPath(path(`${'ü'.repeat(125)}.pdf`), ID, 0);
    expect(utf8Length(alias)).toBeLessThanOrEqual(255);
    expect(alias.endsWith('ü ~1a2b3c4d.pdf')).toBe(true);
  });
});
