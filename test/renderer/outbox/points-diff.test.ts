import { describe, expect, it } from 'vitest';
import type { Columns } from '../../../shared/model/datamodel.ts';
import { diffPoints, type PointLine } from '../../../renderer/features/outbox/conflict/points-diff.ts';

const columns: Columns = { id: 'ref', label: 'name', unit: 'unit', class: null, equipment: 'equipment' };
const HEAD = 'ref,name,unit,equipment';
const model = (...rows: readonly string[]): string => [HEAD, ...rows].map((row) => `${row}\n`).join('');
const said = (lines: readonly PointLine[]): readonly string[] =>
  lines.map((line) => {
    if (line.kind === 'gap') return `… ${line.count}`;
    const { kind, id, label, unit, more } = line.point;
    return [kind, id, label, unit, ...more.map(({ column, text }) => `${column}=${text}`)].join(' ');
  });

describe('two versions of a datamodel, point by point', () => {
  it('tells what each has alone, and what it says otherwise of the same point', () => {
    const base = ['a,Air,°C,AHU-1', 'b,Belt,,AHU-1', 'c,Coil,kW,AHU-1', 'd,Damper,%,AHU-1'];
    const diff = diffPoints(
      model(...base, 'e,Exhaust,°C,AHU-1'),
      model('a,Air,°C,AHU-1', 'b,Belt,,AHU-2', 'c,"Coil, heating",kW,AHU-1', 'd,Damper,%,AHU-1'),
      columns,
    );
    expect(said(diff!.mine.lines)).toEqual([
      '… 1',
      'changed b Belt  equipment=AHU-1',
      'changed c Coil kW',
      '… 1',
      'new e Exhaust °C',
    ]);
    expect(said(diff!.theirs.lines)).toEqual([
      '… 1',
      'changed b Belt  equipment=AHU-2',
      'changed c Coil, heating kW',
      '… 1',
    ]);
    expect(diff!.mine).toMatchObject({ all: 5, added: 1, changed: 2 });
    expect(diff!.theirs).toMatchObject({ all: 4, added: 0, changed: 2 });
  });

  it('finds a point wherever it stands, and leaves out what is alike', () => {
    const many = Array.from({ length: 9 }, (_, n) => `p${n},Point ${n},,`);
    const diff = diffPoints(
      model(...many),
      model('p5,Point 5,,', ...many.filter((_, n) => n !== 5), 'q,New,,'),
      columns,
    );
    expect(said(diff!.mine.lines)).toEqual(['… 9']);
    expect(said(diff!.theirs.lines)).toEqual(['… 9', 'new q New ']);
  });

  it.each([
    ['rows that name no point', model('a,Air,,', ',AHU,,'), model('a,Air 2,,', ',AHU,,')],
    ['an id that comes twice', model('a,Air,,', 'a,Air 2,,'), model('a,Air 3,,')],
    ['other columns', model('a,Air,,'), `${HEAD},note\na,Air,,,seen\n`],
    ['another order alone', model('a,Air,,', 'b,Belt,,'), model('b,Belt,,', 'a,Air,,')],
    ['no column of ids', 'name\nAir\n', 'name\nBelt\n'],
    ['a version that is empty', model('a,Air,,'), ''],
  ])('leaves it to the lines, which tell all, where there is %s', (_, mine, theirs) => {
    expect(diffPoints(mine, theirs, columns)).toBeNull();
  });

  it('is not told where columns of it would not be looked at', () => {
    const wide = (name: string, last: string): string =>
      `${HEAD}${',more'.repeat(500)}\na,${name},°C,AHU-1${','.repeat(500)}${last}\n`;
    expect(diffPoints(wide('Air', '1'), wide('Supply air', '2'), columns)).toBeNull();
  });
});
