import { PDFDocument, type PDFFont, type PDFPage, rgb, type RGB, StandardFonts } from 'pdf-lib';

export interface Heading {
  readonly title: string;
  readonly number: string;
  readonly revision: string;
  readonly company: string;
  readonly project: string;
  /** `YYYY-MM-DD`; also the date in the file's own properties, so that the bytes stay the same. */
  readonly date: string;
  /** `#rrggbb`. */
  readonly accent: string;
}

export const INK = colour('#22272e');
export const GREY = colour('#6b7280');
export const RULE = colour('#cfd4da');
const ZEBRA = colour('#f4f6f8');
const MARGIN = 54;
const A4 = [595.28, 841.89] as const;

export function colour(hex: string): RGB {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  return rgb(red, green, blue);
}

export interface Column {
  readonly title: string;
  /** Share of the text width. */
  readonly share: number;
  readonly right?: boolean;
}

/** Where a figure may draw: lower left corner and size in points, y upwards. */
export interface Frame {
  readonly page: PDFPage;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  readonly accent: RGB;
}

/** A report on A4 that flows from page to page under one header. */
export class Paper {
  readonly pdf: PDFDocument;
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  private readonly heading: Heading;
  private readonly accent: RGB;
  private page: PDFPage;
  private y = 0;

  private constructor(pdf: PDFDocument, regular: PDFFont, bold: PDFFont, heading: Heading) {
    this.pdf = pdf;
    this.regular = regular;
    this.bold = bold;
    this.heading = heading;
    this.accent = colour(heading.accent);
    this.page = this.newPage();
  }

  static async open(heading: Heading): Promise<Paper> {
    const pdf = await newPdf(heading);
    const regular = await pdf.embedFont(StandardFonts.Helvetica);
    return new Paper(pdf, regular, await pdf.embedFont(StandardFonts.HelveticaBold), heading);
  }

  newPage(): PDFPage {
    const page = this.pdf.addPage([...A4]);
    this.page = page;
    const { accent, heading } = this;
    page.drawRectangle({ x: 0, y: A4[1] - 8, width: A4[0], height: 8, color: accent });
    page.drawText(heading.company, { x: MARGIN, y: A4[1] - 38, size: 10, font: this.bold, color: accent });
    const right = `${heading.number}  ·  rev ${heading.revision}  ·  ${heading.date}`;
    const width = this.regular.widthOfTextAtSize(right, 8.5);
    page.drawText(right, {
      x: A4[0] - MARGIN - width,
      y: A4[1] - 38,
      size: 8.5,
      font: this.regular,
      color: GREY,
    });
    this.line(page, A4[1] - 48);
    this.y = A4[1] - 76;
    return page;
  }

  title(text: string, subtitle: string): void {
    for (const line of this.wrap(text, this.bold, 20)) {
      this.page.drawText(line, { x: MARGIN, y: this.y - 8, size: 20, font: this.bold, color: INK });
      this.y -= 25;
    }
    this.page.drawText(subtitle, { x: MARGIN, y: this.y - 4, size: 11, font: this.regular, color: GREY });
    this.y -= 30;
  }

  /** `together` is the height in points that has to follow on the same page. */
  section(text: string, together = 60): void {
    this.need(together + 26);
    this.y -= 10;
    this.page.drawText(text, { x: MARGIN, y: this.y, size: 12.5, font: this.bold, color: this.accent });
    this.y -= 16;
  }

  paragraph(text: string): void {
    for (const line of this.wrap(text, this.regular, 9.5)) {
      this.need(14);
      this.page.drawText(line, { x: MARGIN, y: this.y, size: 9.5, font: this.regular, color: INK });
      this.y -= 13.5;
    }
    this.y -= 6;
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const drawHead = (): void =>
      this.row(
        columns,
        columns.map(({ title }) => title),
        this.bold,
        this.accent,
      );
    this.need(50);
    drawHead();
    rows.forEach((cells, index) => {
      if (this.need(this.rowHeight(columns, cells))) drawHead();
      this.row(columns, cells, this.regular, INK, index % 2 === 0 ? ZEBRA : undefined);
    });
    this.y -= 10;
  }

  /** Two columns, label and value: the facts of one thing. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void {
    this.table(
      [
        { title: 'Item', share: 0.42 },
        { title: 'Value', share: 0.58 },
      ],
      rows,
    );
  }

  figure(height: number, caption: string, draw: (frame: Frame) => void): void {
    this.need(height + 24);
    const { page, regular, bold, accent } = this;
    draw({ page, x: MARGIN, y: this.y - height, width: this.textWidth, height, regular, bold, accent });
    this.y -= height + 14;
    this.page.drawText(caption, { x: MARGIN, y: this.y, size: 8, font: this.regular, color: GREY });
    this.y -= 16;
  }

  async picture(png: Uint8Array, caption: string): Promise<void> {
    const image = await this.pdf.embedPng(png);
    const height = (this.textWidth * image.height) / image.width;
    this.figure(height, caption, ({ page, x, y, width }) => page.drawImage(image, { x, y, width, height }));
  }

  /** The footer needs the number of pages, so it is drawn last. */
  async toBytes(): Promise<Uint8Array> {
    const pages = this.pdf.getPages();
    pages.forEach((page, index) => {
      this.line(page, 44);
      const text = `${this.heading.project}  ·  page ${index + 1} of ${pages.length}`;
      page.drawText(text, { x: MARGIN, y: 30, size: 8, font: this.regular, color: GREY });
    });
    return this.pdf.save();
  }

  private get textWidth(): number {
    return A4[0] - 2 * MARGIN;
  }

  private line(page: PDFPage, y: number): void {
    page.drawLine({ start: { x: MARGIN, y }, end: { x: A4[0] - MARGIN, y }, thickness: 0.6, color: RULE });
  }

  private need(height: number): boolean {
    if (this.y - height >= 60) return false;
    this.newPage();
    return true;
  }

  private rowHeight(columns: readonly Column[], cells: readonly string[]): number {
    return (
      6 + 11 * Math.max(...columns.map(({ share }, at) => this.cellLines(cells[at] ?? '', share).length))
    );
  }

  private cellLines(text: string, share: number): string[] {
    return this.wrap(text, this.regular, 8.5, share * this.textWidth - 12);
  }

  private row(
    columns: readonly Column[],
    cells: readonly string[],
    font: PDFFont,
    ink: RGB,
    fill?: RGB,
  ): void {
    const height = this.rowHeight(columns, cells);
    const bottom = this.y - height + 9;
    if (fill !== undefined) {
      this.page.drawRectangle({ x: MARGIN, y: bottom, width: this.textWidth, height, color: fill });
    }
    let x = MARGIN;
    columns.forEach((column, at) => {
      const width = column.share * this.textWidth;
      this.cellLines(cells[at] ?? '', column.share).forEach((line, lineNumber) => {
        const shift = column.right === true ? width - 10 - font.widthOfTextAtSize(line, 8.5) : 5;
        this.page.drawText(line, {
          x: x + shift,
          y: this.y - 3 - lineNumber * 11,
          size: 8.5,
          font,
          color: ink,
        });
      });
      x += width;
    });
    this.y -= height;
    this.line(this.page, bottom);
  }

  private wrap(text: string, font: PDFFont, size: number, width = this.textWidth): string[] {
    const lines: string[] = [];
    let current = '';
    for (const word of text.split(' ')) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (current !== '' && font.widthOfTextAtSize(longer, size) > width) {
        lines.push(current);
        current = word;
      } else {
        current = longer;
      }
    }
    return [...lines, current];
  }
}

export async function newPdf(heading: Heading): Promise<PDFDocument> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const date = new Date(`${heading.date}T09:00:00Z`);
  pdf.setTitle(`${heading.number} ${heading.title}`);
  pdf.setAuthor(heading.company);
  pdf.setSubject(heading.project);
  pdf.setCreator('SiteSync sample maker');
  pdf.setProducer('pdf-lib');
  pdf.setCreationDate(date);
  pdf.setModificationDate(date);
  return pdf;
}
