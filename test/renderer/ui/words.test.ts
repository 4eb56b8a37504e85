import { afterEach, describe, expect, it, vi } from 'vitest';
import { text } from '../../../renderer/text/setup.ts';
import { SAID_EVERY_MS, createAnnouncer } from '../../../renderer/ui/telling/announcer.ts';
import { cutMiddle } from '../../../renderer/text/cut-middle.ts';
import { cutName } from '../../../renderer/text/cut-name.ts';
import { fitsTwoLines } from '../../../renderer/ui/words/fits-two-lines.ts';
import { nameList } from '../../../renderer/ui/words/name-list.ts';
import { personName } from '../../../renderer/ui/words/person-name.ts';
import { splitName } from '../../../renderer/text/split-name.ts';
import { tellingWords } from '../../../renderer/text/telling-words.ts';
import { toastMs } from '../../../renderer/ui/overlays/toast-time.ts';

describe('a name without room', () => {
  it('keeps its ending and what stands before it', () => {
    expect(splitName('AHU-03 sequence of operation R4.docx', 'extension')).toEqual([
      'AHU-03 sequence of operation',
      '\u00A0R4.docx',
    ]);
  });

  it.each([
    ['Facade panel survey 2026-10.zip', 'Facade panel survey 2026', '-10.zip'],
    ['IMG_20261112_141803.jpg', 'IMG_20261112_14', '1803.jpg'],
    ['Commissioning records.docx', 'Commissioning reco', 'rds.docx'],
    ['Riser shaft (2026-11-27 23.14).jpg', 'Riser shaft (2026-11-27 23.', '14).jpg'],
    ['short.pdf', 'short.pdf', ''],
    ['A name without any ending', 'A name without any en', 'ding'],
    ['.a-hidden-file-with-a-name', '.a-hidden-file-with-a-', 'name'],
  ])('splits %s', (name, start, end) => {
    expect(splitName(name, 'extension')).toEqual([start, end]);
  });

  it('does not cut a letter of two code units in half', () => {
    const [start, end] = splitName(`${'🏗'.repeat(20)}7🏗.ifc`, 'extension');
    expect(start + end).toBe(`${'🏗'.repeat(20)}7🏗.ifc`);
    expect(end).toBe(`🏗🏗7🏗.ifc`);
  });
});

describe('what is wrong with a file', () => {
  it('stands in the same few lines, however long its name is', () => {
    const name = `Photograph of the north-east riser shaft on level 12, ${'night shift, '.repeat(8)}23.14.jpg`;
    expect(text('preview.failed', { name, reason: 'it is torn' })).toBe(
      '“Photograph of the north-east ri…3.14.jpg” could not be shown: it is torn',
    );
    expect(text('preview.empty', { name: 'short.jpg' })).toBe('“short.jpg” is empty: it has no bytes');
  });
});

it('says of a token that opens no site that it opens none', () => {
  expect([0, 1, 2].map((count) => text('firstRun.accepted', { count }))).toEqual([
    'Accepted. It opens no site yet.',
    'Accepted. It opens 1 site.',
    'Accepted. It opens 2 sites.',
  ]);
});

describe('a name that is cut', () => {
  const fitting = (room: number) => (shown: string) => shown.length <= room;

  it.each([
    [20, 'Facade panel…-10.zip'],
    [14, 'Facade…-10.zip'],
    [10, 'Fa…-10.zip'],
    [3, '…-10.zip'],
  ])('shows as much of its start as there is room for: %i letters', (room, shown) => {
    expect(cutMiddle('Facade panel survey 2026', '-10.zip', fitting(room))).toBe(shown);
  });

  it('leaves no room beside the mark', () => {
    expect(cutMiddle('AHU-03 sequence of operation', '\u00A0R4.docx', fitting(15))).toBe('AHU-03…R4.docx');
  });

  it('does not cut a letter of two code units in half', () => {
    expect(cutMiddle('🏗'.repeat(9), '7.ifc', (shown) => Array.from(shown).length <= 9)).toBe('🏗🏗🏗…7.ifc');
  });
});

describe('the names of conflict copies of one minute', () => {
  const cut = (name: string, room: number): string | null =>
    cutName(name, 'extension', undefined, (shown) => shown.length <= room);

  it.each([
    ['Protokoll 7 (conflict 2026-11-21 0942 MARA-T14).txt', 24, 'Protokoll 7 (co…T14).txt'],
    ['Protokoll 7 (conflict 2026-11-21 0942 MARA-T14).txt', 18, 'Protoko…7…T14).txt'],
    ['Wartungsprotokoll 12 (conflict 2026-11-21 0942 MARA-T14).txt', 22, 'Wartungspr…12…T14).txt'],
    ['IMG_20261112_141803 (conflict 2026-11-21 0942 vm, 2).jpg', 22, 'IMG_202611…1803…2).jpg'],
    // Of one long word its end, as without the mark.
    ['Wartungsprotokoll12 (conflict 2026-11-21 0942 vm).txt', 20, 'Wartung…ll12…vm).txt'],
  ])('%s in room for %i letters: %s', (name, room, shown) => {
    expect(cut(name, room)).toBe(shown);
  });

  it('differ wherever one letter fits before what tells them apart', () => {
    const names = Array.from(
      { length: 12 },
      (_, n) => `Protokoll ${n} (conflict 2026-11-21 0942 MARA-T14).txt`,
    );
    for (let room = 14; room < 50; room += 1)
      expect(new Set(names.map((name) => cut(name, room))).size, `${room}`).toBe(names.length);
  });
});

describe('two lines', () => {
  const fit = (text: string): boolean => fitsTwoLines(text, (part) => part.length <= 10);

  it.each([
    ['North Quay', true],
    ['North Quay House', true],
    // Fourteen letters of the twenty; no word is broken that has room in a line.
    ['Quay 1 Hospital', true],
    ['North Harbour 20', true],
    ['North Harbour 200', false],
    ['Universitätsklinik', true],
    ['Universitätsklinikums', false],
    ['Universitätsklinik N', true],
    ['At Universitätsklinik', false],
    ['', true],
  ])('hold %s: %s', (text, fits) => expect(fit(text)).toBe(fits));
});

describe('a path without room', () => {
  it.each([
    // Where the file lies is whole, as long as there is room for it.
    ['…/Commissioning 2026-11/Photos', 20, '…/Commission…/Photos'],
    ['…/Commissioning 2026-11/03 Data sheets/Pumps', 20, '…/Commissioni…/Pumps'],
    ['C:\\Users\\Mara\\SiteSync\\Rijnhaven Tower', 22, 'C:\\Us…\\Rijnhaven Tower'],
    ['Spec Sheet/Lüftungsanlagenwartung', 20, 'Spec Sheet/Lüft…tung'],
    ['Commissioning 2026-11', 14, 'Commission…-11'],
  ])('%s in room for %i letters: %s', (path, room, shown) => {
    expect(cutName(path, 'folder', undefined, (tried) => tried.length <= room)).toBe(shown);
  });
});

describe('a name of what is no file', () => {
  const cut = (name: string, room: number, telling?: { readonly from: number; readonly to: number }) =>
    cutName(name, 'word', telling, (shown) => shown.length <= room);

  it.each([
    // Its last word whole, where its start has as much room.
    ['Rijnhaven Tower Offices North', 20, 'Rijnhaven Towe…North'],
    ['Rijnhaven Tower Offices North', 11, 'Rijnh…North'],
    // Else as much of its start as there is room for: "…itt)" says nothing to anybody.
    ['Rijnhaven Tower Offices North', 10, 'Rijnhaven…'],
    ['Wohnquartier Nordwest (dritter Bauabschnitt)', 20, 'Wohnquartier Nordwe…'],
    // One word has no other end than its last letters.
    ['Nordwestquartiersenergiezentrale', 12, 'Nordwes…rale'],
    ['Site of four', 8, null],
  ])('%s in room for %i letters: %s', (name, room, shown) => {
    expect(cut(name, room)).toBe(shown);
  });

  it.each([
    [44, 'Wohnquartier Haus-1 No…(Haustechnikzentrale)', 1],
    [30, 'Wohnquartier Haus-1 Nordweste…', 1],
    [12, 'Wohnquart…2…', 2],
  ])('keeps the word that tells it from others: %i letters', (room, shown, house) => {
    const names = [1, 2].map((n) => `Wohnquartier Haus-${n} Nordwestende (Haustechnikzentrale)`);
    const telling = tellingWords(names).get(names[house - 1]!);
    expect(cut(names[house - 1]!, room, telling)).toBe(shown);
  });
});

describe('names that differ in their middle', () => {
  const wordsOf = (...names: readonly string[]): readonly (string | null)[] => {
    const words = tellingWords(names);
    return names.map((name) => {
      const word = words.get(name);
      return word === undefined ? null : name.slice(word.from, word.to);
    });
  };

  it.each<[readonly string[], readonly (string | null)[]]>([
    [
      ['Zone temperature, office 1 (atrium)', 'Zone temperature, office 22 (atrium)', 'CO2'],
      ['1', '22', null],
    ],
    [
      ['AHU-01.SupplyTemp', 'AHU-02.SupplyTemp', 'AHU-02.ReturnTemp'],
      ['01', 'SupplyTemp', 'ReturnTemp'],
    ],
    // One is how the other begins.
    [
      ['Room 1', 'Room 10'],
      ['1', '10'],
    ],
    [
      ['Pump', 'Pump'],
      [null, null],
    ],
    // Of a long word what stands around the place.
    [
      ['3f0a9c5d7e1b2468ace0', '3f0a9c5d7e1b9468ace0'],
      ['e1b2468ace0', 'e1b9468ace0'],
    ],
    [
      ['level 🏗🏗 a', 'level 🏗🏘 a'],
      ['🏗🏗', '🏗🏘'],
    ],
  ])('%j are told apart by %j', (names, words) => {
    expect(wordsOf(...names)).toEqual(words);
  });

  it.each([
    [36, 'Zone temperature, office 22…atrium)'],
    [24, 'Zone temperat…22…atrium)'],
    [14, 'Zon…22…atrium)'],
    // Where there is no room for the ending too.
    [10, 'Zone t…22…'],
    [4, '…22…'],
  ])('keep the word that tells them apart: %i letters', (room, shown) => {
    const [name, other] = ['Zone temperature, office 22 (north-east atrium)', 'Zone temperature, office 23'];
    const word = tellingWords([name, other]).get(name);
    expect(cutName(name, 7, word, (cut) => cut.length <= room)).toBe(shown);
  });

  it('are cut as others are where that shows it', () => {
    const cutTo = (name: string, other: string): string | null =>
      cutName(name, 4, tellingWords([name, other]).get(name), (cut) => cut.length <= 16);
    expect(cutTo('AHU-01 supply air temperature', 'AHU-02 supply air temperature')).toBe('AHU-01 supp…ture');
    expect(cutTo('Zone temperature, office 22', 'Zone temperature, office 23')).toBe('Zone temper…e 22');
    expect(cutTo('Office1 temperature of the air', 'Office2 temperature of the air')).toBe(
      'Office1 temp…air',
    );
  });
});

describe('what a message is about', () => {
  it.each([
    [['Other/plant room.jpg'], 1, '“plant room.jpg”'],
    [['a.txt', 'deep/b.txt'], 2, '“a.txt” and “b.txt”'],
    [['a.txt', 'b.txt', 'c.txt', 'd.txt'], 4, /^“a.txt”, “b.txt”, “c.txt”,? and 1 more$/],
    [['a.txt'], 1200, '“a.txt” and 1,199 more'],
    // Long names in a small window would cover what they are about.
    [
      ['K', 'L', 'M'].map((letter) => `${letter.repeat(60)}.txt`),
      100,
      /^“K{32}…KKK.txt”, “L{32}…LLL.txt”,? and 98 more$/,
    ],
    [[`${'K'.repeat(200)}.txt`], 1, `“${'K'.repeat(32)}…KKK.txt”`],
    [[`${'Wartung '.repeat(9)}12 (conflict 2026-11-21 0942 vm).txt`], 1, /^“Wartung .*…12…vm\).txt”$/],
  ])('is named: %j of %d', (paths, count, words) => {
    expect(nameList(paths, count)).toMatch(words);
  });
});

describe('who did something', () => {
  it.each([
    [null, null, null],
    ['', null, null],
    ['S. Bakker', null, 'S. Bakker'],
    ['7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11', null, 'User 7b0e'],
    ['7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11', '7b0e3f9e-5f2b-4d5e-9a53-1f0a2f4b7c11', 'You'],
    ['S. Bakker', 'S. Bakker', 'You'],
    ['S. Bakker', 'J. de Wit', 'S. Bakker'],
  ])('%s, seen by %s, is %s', (by, me, words) => {
    expect(personName(by, me)).toBe(words);
  });
});

describe('the voice for screen readers', () => {
  it('speaks at once, then at most every 5 s, the last words about each topic', () => {
    const said: string[] = [];
    let now = 0;
    let due: { at: number; run: () => void } | null = null;
    const announcer = createAnnouncer((words) => said.push(`${now}: ${words}`), {
      now: () => now,
      later: (run, ms) => {
        due = { at: now + ms, run };
      },
    });
    const pass = (ms: number): void => {
      now += ms;
      if (due === null || due.at > now) return;
      const { run } = due;
      due = null;
      run();
    };
    announcer.announce('one', 'work');
    pass(1000);
    announcer.announce('two', 'work');
    pass(1000);
    announcer.announce('three', 'work');
    pass(SAID_EVERY_MS);
    announcer.announce('four', 'work');
    pass(SAID_EVERY_MS);
    announcer.announce('five', 'work');
    expect(said).toEqual(['0: one', '7000: three', '12000: four']);
    pass(SAID_EVERY_MS);
    expect(said.at(-1)).toBe('17000: five');
    announcer.announce('refused', 'account');
    announcer.announce('six', 'work');
    announcer.announce('seven', 'work');
    pass(SAID_EVERY_MS);
    expect(said.at(-1)).toBe('22000: refused\nseven');
  });
});

describe('a message', () => {
  it('stands as long as it takes to read it, and longer where something went wrong', () => {
    expect(toastMs('Saved', 'plain')).toBe(6000);
    expect(toastMs('x'.repeat(200), 'plain')).toBe(15_000);
    expect(toastMs('Not saved', 'bad')).toBe(20_000);
    expect(toastMs('x'.repeat(400), 'bad')).toBe(30_000);
  });
});

describe('the catalogue', () => {
  it('has singular and plural with numbers of the locale', () => {
    expect(text('ui.issues', { count: 1 })).toBe('1 issue');
    expect(text('ui.issues', { count: 1284 })).toBe('1,284 issues');
  });
});

describe('a number in a sentence', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('is written as a size beside it, in the person’s kind of English', async () => {
    vi.stubGlobal('navigator', { languages: ['en-ZA', 'af'] });
    vi.resetModules();
    const { text: words } = await import('../../../renderer/text/setup.ts');
    const { format } = await import('../../../renderer/ui/words/format.ts');
    expect(format.bytes(3_800_000)).toBe('3,8 MB');
    expect(words('sites.files', { count: 1234 })).toBe(`${format.count(1234)} files`);
    expect(format.count(1234)).not.toContain(',');
  });
});
