import { seeded } from '../random.ts';

export const WIDTH = 960;
export const HEIGHT = 540;

type Point = readonly [x: number, y: number];

/** A fill is a colour or `url(#id)` of a gradient that the picture defines. */
export function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`;
}

export function polygon(fill: string, ...points: Point[]): string {
  return `<polygon fill="${fill}" points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${more}/>`;
}

export function line(from: Point, to: Point, stroke: string, width: number, more = ''): string {
  return `<line x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}" stroke="${stroke}" stroke-width="${width}" ${more}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

/** A gradient from top to bottom, or from left to right. */
export function gradient(id: string, stops: readonly string[], along: 'down' | 'right' = 'down'): string {
  const marks = stops.map(
    (stop, index) => `<stop offset="${n(index / (stops.length - 1))}" stop-color="${stop}"/>`,
  );
  const end = along === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${marks.join('')}</linearGradient>`;
}

export function picture(definitions: readonly string[], shapes: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${definitions.join('')}</defs>${shapes.join('')}</svg>`;
}

export interface WindowGrid {
  readonly seed: string;
  readonly columns: number;
  readonly rows: number;
  /** Corners of the wall: upper left, upper right, lower right, lower left. */
  readonly wall: readonly [Point, Point, Point, Point];
  readonly glass: readonly [string, ...string[]];
  readonly lit: string;
  /** Share of the windows with light on. */
  readonly litShare: number;
  /** Share of a bay that is window: across and down. */
  readonly open: Point;
}

/** Windows of a wall that may be seen at an angle: bays are interpolated between its corners. */
export function windows(grid: WindowGrid): string {
  const random = seeded(`windows ${grid.seed}`);
  const [a, b, c, d] = grid.wall;
  const at = (u: number, v: number): Point => {
    const blend = (axis: 0 | 1): number =>
      (a[axis] * (1 - u) + b[axis] * u) * (1 - v) + (d[axis] * (1 - u) + c[axis] * u) * v;
    return [blend(0), blend(1)];
  };
  const panes: string[] = [];
  const [marginU, marginV] = [(1 - grid.open[0]) / 2, (1 - grid.open[1]) / 2];
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const [u, U] = [(column + marginU) / grid.columns, (column + 1 - marginU) / grid.columns];
      const [v, V] = [(row + marginV) / grid.rows, (row + 1 - marginV) / grid.rows];
      const dark = grid.glass[Math.floor(random() * grid.glass.length)] ?? grid.glass[0];
      panes.push(polygon(random() < grid.litShare ? grid.lit : dark, at(u, v), at(U, v), at(U, V), at(u, V)));
    }
  }
  return panes.join('');
}

/** A round tree that stands on `y`. */
export function tree(x: number, y: number, size: number, crown: string, shade: string): string {
  return [
    `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size * 0.6)}" ry="${n(size * 0.09)}" fill="#000" fill-opacity="0.12"/>`,
    rect(x - size * 0.05, y - size * 0.6, size * 0.1, size * 0.6, '#6b4f3a'),
    circle(x, y - size, size * 0.52, crown),
    circle(x - size * 0.3, y - size * 0.78, size * 0.34, crown),
    circle(x + size * 0.32, y - size * 0.75, size * 0.33, crown),
    path(
      `M${n(x)} ${n(y - size * 1.52)} A${n(size * 0.52)} ${n(size * 0.52)} 0 0 1 ${n(x)} ${n(y - size * 0.48)} A${n(size * 0.8)} ${n(size * 0.8)} 0 0 0 ${n(x)} ${n(y - size * 1.52)}`,
      shade,
      'fill-opacity="0.55"',
    ),
  ].join('');
}

export function cloud(x: number, y: number, size: number, fill: string, opacity: number): string {
  const more = `fill-opacity="${opacity}"`;
  return path(
    `M${n(x)} ${n(y)} h${n(size * 2.4)} a${n(size * 0.28)} ${n(size * 0.28)} 0 0 0 ${n(-size * 0.2)} ${n(-size * 0.5)} a${n(size * 0.5)} ${n(size * 0.5)} 0 0 0 ${n(-size * 0.9)} ${n(-size * 0.25)} a${n(size * 0.4)} ${n(size * 0.4)} 0 0 0 ${n(-size * 0.7)} ${n(size * 0.2)} a${n(size * 0.28)} ${n(size * 0.28)} 0 0 0 ${n(-size * 0.6)} ${n(size * 0.55)} z`,
    fill,
    more,
  );
}

/** A row of far buildings along the horizon. */
export function skyline(seed: string, ground: number, tallest: number, fill: string): string {
  const random = seeded(`skyline ${seed}`);
  const houses: string[] = [];
  for (let x = -10; x < WIDTH;) {
    const width = 26 + random() * 46;
    const height = tallest * (0.35 + random() ** 2 * 0.65);
    houses.push(rect(x, ground - height, width + 1, height, fill));
    x += width;
  }
  return houses.join('');
}

/** Short bright strokes on water. */
export function ripples(seed: string, top: number, bottom: number, count: number, stroke: string): string {
  const random = seeded(`ripples ${seed}`);
  return Array.from({ length: count }, () => {
    const y = top + (bottom - top) * random();
    const x = random() * WIDTH;
    const length = 14 + 60 * random() * ((y - top) / (bottom - top) + 0.2);
    return line(
      [x, y],
      [x + length, y],
      stroke,
      2,
      `stroke-opacity="${n(0.15 + random() * 0.35)}" stroke-linecap="round"`,
    );
  }).join('');
}

function n(value: number): string {
  return String(Number(value.toFixed(2)));
}
