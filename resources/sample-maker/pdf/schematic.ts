import { type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { colour, GREY, type Heading, INK, newPdf } from './paper.ts';

export interface Tapping {
  readonly name: string;
  readonly value: string;
  /** Quantity letter in the bubble. */
  readonly letter: 'T' | 'P' | 'S' | 'V';
  readonly at: 'inlet' | 'heating' | 'cooling' | 'fan' | 'outlet';
}

/** Where a tapping sits on the drawing; the extract stream runs from right to left. */
const TAPPING_X: Readonly<Record<Tapping['at'], number>> = {
  inlet: 140,
  heating: 676,
  cooling: 814,
  fan: 952,
  outlet: 1040,
};

export interface AirSchematic {
  readonly heading: Heading;
  readonly unit: string;
  readonly supply: readonly Tapping[];
  readonly extract: readonly Tapping[];
  readonly notes: readonly string[];
}

const A3 = [1190.55, 841.89] as const;
const WARM = colour('#b8442f');
const COLD = colour('#3a66a8');

interface Pen {
  readonly page: PDFPage;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
}

/** An air handling unit on A3, landscape: two air streams, wheel, coils, fans, sensors, a title block. */
export async function airSchematic(drawing: AirSchematic): Promise<Uint8Array> {
  const pdf = await newPdf(drawing.heading);
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  const pen: Pen = { page: pdf.addPage([...A3]), regular, bold };
  border(pen, drawing);
  stream(pen, 330, 'Outdoor air', 'Supply air', [
    'Damper',
    'Filter',
    'Wheel',
    'Heating coil',
    'Cooling coil',
    'Fan',
  ]);
  stream(pen, 560, 'Exhaust air', 'Extract air', ['Damper', 'Fan', 'Wheel', 'Filter']);
  coilPipes(pen);
  tappings(pen, 330, drawing.supply);
  tappings(pen, 560, drawing.extract);
  pen.page.drawText(drawing.unit, { x: 70, y: 765, size: 22, font: bold, color: INK });
  drawing.notes.forEach((note, index) =>
    pen.page.drawText(`${index + 1}. ${note}`, {
      x: 70,
      y: 150 - index * 15,
      size: 9.5,
      font: regular,
      color: INK,
    }),
  );
  return pdf.save();
}

function border({ page, regular, bold }: Pen, { heading }: AirSchematic): void {
  page.drawRectangle({
    x: 28,
    y: 28,
    width: A3[0] - 56,
    height: A3[1] - 56,
    borderColor: INK,
    borderWidth: 1.4,
  });
  const block = { x: A3[0] - 28 - 330, y: 28, width: 330, height: 108 };
  page.drawRectangle({ ...block, borderColor: INK, borderWidth: 1.4 });
  const rows = [
    ['Project', heading.project],
    ['Drawing', heading.title],
    ['Number', `${heading.number}, revision ${heading.revision}`],
    ['Date', heading.date],
    ['Drawn by', heading.company],
  ];
  rows.forEach(([name = '', value = ''], index) => {
    const y = block.y + 90 - index * 20;
    page.drawText(name, { x: block.x + 10, y, size: 8, font: regular, color: GREY });
    page.drawText(value, { x: block.x + 70, y, size: 9, font: bold, color: INK });
    if (index > 0) {
      page.drawLine({
        start: { x: block.x, y: y + 14 },
        end: { x: block.x + block.width, y: y + 14 },
        thickness: 0.5,
        color: INK,
      });
    }
  });
}

/** The middle line of one air stream lies at `y`; sections sit on it from left to right. */
function stream(
  { page, regular, bold }: Pen,
  y: number,
  left: string,
  right: string,
  sections: readonly string[],
): void {
  page.drawRectangle({ x: 190, y: y - 60, width: 800, height: 120, borderColor: INK, borderWidth: 1.6 });
  for (const [from, to] of [
    [90, 190],
    [990, 1090],
  ] as const) {
    for (const edge of [-34, 34]) {
      page.drawLine({
        start: { x: from, y: y + edge },
        end: { x: to, y: y + edge },
        thickness: 1.2,
        color: INK,
      });
    }
  }
  page.drawText(left, { x: 96, y: y + 42, size: 10, font: bold, color: COLD });
  page.drawText(right, { x: 1010, y: y + 42, size: 10, font: bold, color: WARM });
  sections.forEach((section, index) => {
    const x = 240 + index * (sections.length > 4 ? 138 : 205);
    symbol(page, section, x, y);
    const width = regular.widthOfTextAtSize(section, 9);
    const left = section.endsWith('coil') ? x + 42 : x + 22 - width / 2;
    page.drawText(section, { x: left, y: y - 76, size: 9, font: regular, color: GREY });
  });
}

function symbol(page: PDFPage, section: string, x: number, y: number): void {
  const line = (x1: number, y1: number, x2: number, y2: number, color = INK): void =>
    page.drawLine({ start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness: 1.3, color });
  const box = (borderColor = INK): void =>
    page.drawRectangle({ x, y: y - 52, width: 44, height: 104, borderColor, borderWidth: 1.3 });
  switch (section) {
    case 'Damper':
      for (let blade = -2; blade <= 2; blade += 1)
        line(x + 6, y + blade * 22 - 8, x + 38, y + blade * 22 + 8);
      return;
    case 'Filter':
      box();
      for (let fold = 0; fold < 4; fold += 1) {
        line(x, y - 52 + fold * 26, x + 44, y - 39 + fold * 26);
        line(x + 44, y - 39 + fold * 26, x, y - 26 + fold * 26);
      }
      return;
    case 'Heating coil':
      box(WARM);
      line(x, y - 52, x + 44, y + 52, WARM);
      return;
    case 'Cooling coil':
      box(COLD);
      line(x, y - 52, x + 44, y + 52, COLD);
      line(x, y + 52, x + 44, y - 52, COLD);
      return;
    case 'Wheel':
      page.drawEllipse({ x: x + 22, y, xScale: 15, yScale: 54, borderColor: INK, borderWidth: 1.3 });
      line(x + 22, y - 54, x + 22, y + 54);
      return;
    default:
      page.drawCircle({ x: x + 22, y, size: 36, borderColor: INK, borderWidth: 1.3 });
      line(x - 6, y - 24, x + 57, y - 8);
      line(x - 6, y + 24, x + 57, y + 8);
  }
}

function coilPipes({ page, regular }: Pen): void {
  for (const [x, ink, name] of [
    [654, WARM, 'V-H'],
    [792, COLD, 'V-C'],
  ] as const) {
    for (const shift of [10, 34]) {
      page.drawLine({
        start: { x: x + shift, y: 278 },
        end: { x: x + shift, y: 196 },
        thickness: 1.6,
        color: ink,
      });
    }
    page.drawSvgPath('M 0 0 L 16 0 L 0 18 L 16 18 Z', {
      x: x + 2,
      y: 240,
      borderColor: ink,
      borderWidth: 1.4,
    });
    page.drawText(name, { x: x - 22, y: 226, size: 9, font: regular, color: ink });
  }
}

/** Sensor bubbles over a stream, with the point's name and its design value. */
function tappings({ page, regular, bold }: Pen, y: number, list: readonly Tapping[]): void {
  for (const { name, value, letter, at } of list) {
    const x = TAPPING_X[at];
    const [bottom, centre] = [at === 'inlet' || at === 'outlet' ? y : y + 60, y + 96];
    page.drawLine({ start: { x, y: bottom }, end: { x, y: centre - 15 }, thickness: 0.8, color: GREY });
    page.drawCircle({ x, y: centre, size: 15, borderColor: INK, borderWidth: 1.1, color: colour('#ffffff') });
    page.drawText(letter, { x: x - 3.5, y: centre - 4, size: 11, font: bold, color: INK });
    page.drawText(name, { x: x + 19, y: centre + 2, size: 8.5, font: bold, color: INK });
    page.drawText(value, { x: x + 19, y: centre - 9, size: 8, font: regular, color: GREY });
  }
}
