import { colour, type Frame, GREY, INK, RULE } from './paper.ts';

export interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly ticks: number;
  readonly digits?: number;
}

export interface Curve {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Lines over a grid with labelled axes and a legend above. */
export function lineChart(frame: Frame, across: Axis, up: Axis, curves: readonly Curve[]): void {
  const { page, regular, bold } = frame;
  const area = { x: frame.x + 40, y: frame.y + 32, width: frame.width - 56, height: frame.height - 58 };
  const atX = (value: number): number =>
    area.x + ((value - across.from) / (across.to - across.from)) * area.width;
  const atY = (value: number): number => area.y + ((value - up.from) / (up.to - up.from)) * area.height;
  for (const value of ticksOf(across)) {
    const x = atX(value);
    page.drawLine({
      start: { x, y: area.y },
      end: { x, y: area.y + area.height },
      thickness: 0.4,
      color: RULE,
    });
    const text = value.toFixed(across.digits ?? 0);
    const half = regular.widthOfTextAtSize(text, 7.5) / 2;
    page.drawText(text, { x: x - half, y: area.y - 12, size: 7.5, font: regular, color: GREY });
  }
  for (const value of ticksOf(up)) {
    const y = atY(value);
    page.drawLine({
      start: { x: area.x, y },
      end: { x: area.x + area.width, y },
      thickness: 0.4,
      color: RULE,
    });
    const text = value.toFixed(up.digits ?? 0);
    const width = regular.widthOfTextAtSize(text, 7.5);
    page.drawText(text, { x: area.x - 6 - width, y: y - 2.5, size: 7.5, font: regular, color: GREY });
  }
  for (const curve of curves) {
    const [first, ...rest] = curve.points.map(
      ([x, y]) => `${(atX(x) - area.x).toFixed(2)} ${(-(atY(y) - area.y)).toFixed(2)}`,
    );
    const path = `M ${first ?? '0 0'} ${rest.map((point) => `L ${point}`).join(' ')}`;
    page.drawSvgPath(path, { x: area.x, y: area.y, borderColor: colour(curve.colour), borderWidth: 1.4 });
  }
  page.drawText(across.label, { x: area.x, y: frame.y + 4, size: 8, font: regular, color: INK });
  page.drawText(up.label, { x: frame.x, y: frame.y + frame.height - 10, size: 8, font: regular, color: INK });
  let x = frame.x + 150;
  for (const curve of curves) {
    const y = frame.y + frame.height - 10;
    page.drawRectangle({ x, y: y + 1, width: 14, height: 3, color: colour(curve.colour) });
    page.drawText(curve.name, { x: x + 19, y, size: 8, font: bold, color: INK });
    x += 34 + bold.widthOfTextAtSize(curve.name, 8);
  }
}

function ticksOf({ from, to, ticks }: Axis): number[] {
  return Array.from({ length: ticks + 1 }, (_, index) => from + ((to - from) * index) / ticks);
}
