import {
  circle,
  cloud,
  gradient,
  HEIGHT,
  line,
  picture,
  polygon,
  rect,
  ripples,
  skyline,
  WIDTH,
  windows,
} from './draw.ts';

/** Rijnhaven Tower at dusk: three stacked volumes over the harbour, quay crane, lights on the water. */
export function towerPhoto(): string {
  const quay = 424;
  return picture(
    [
      gradient('sky', ['#3d4a80', '#7a72a8', '#d99b9a', '#f5c79c']),
      gradient('water', ['#a98a9d', '#5a5f8e', '#353f6e']),
      gradient('front', ['#8f97bd', '#5b648f']),
      gradient('side', ['#4a5180', '#343b64']),
    ],
    [
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
      circle(742, 330, 46, '#ffe3b5', 'fill-opacity="0.85"'),
      circle(742, 330, 84, '#ffe3b5', 'fill-opacity="0.18"'),
      cloud(90, 110, 70, '#f3c4b4', 0.35),
      cloud(640, 150, 54, '#f3c4b4', 0.3),
      skyline('rotterdam far', quay, 96, '#8d7ba3'),
      skyline('rotterdam near', quay, 62, '#6c6493'),
      crane(150, quay),
      volume('podium', 372, 356, 292, 68, 14, 3, 0.5),
      volume('low', 404, 212, 196, 144, 11, 9, 0.3),
      volume('high', 436, 48, 184, 164, 10, 11, 0.36),
      rect(470, 30, 74, 18, '#343b64'),
      line([508, 30], [508, 4], '#343b64', 3),
      circle(508, 5, 3.5, '#ff7a6b'),
      rect(0, quay, WIDTH, 12, '#3a3f63'),
      rect(0, quay + 12, WIDTH, HEIGHT - quay - 12, 'url(#water)'),
      rect(404, quay + 12, 260, 96, '#ffd79a', 'fill-opacity="0.10"'),
      rect(452, quay + 12, 150, 100, '#2f3763', 'fill-opacity="0.28"'),
      ripples('rotterdam', quay + 18, HEIGHT, 90, '#ffd9b0'),
      boat(770, quay + 44),
    ],
  );
}

/** A block with a lit front and a shaded side that recedes to the right. */
function volume(
  seed: string,
  x: number,
  y: number,
  w: number,
  h: number,
  columns: number,
  rows: number,
  lit: number,
): string {
  const depth = 58;
  const rise = 14;
  return [
    rect(x, y, w, h, 'url(#front)'),
    polygon('url(#side)', [x + w, y], [x + w + depth, y + rise], [x + w + depth, y + h], [x + w, y + h]),
    windows({
      seed: `tower ${seed}`,
      columns,
      rows,
      litShare: lit,
      open: [0.62, 0.56],
      wall: [
        [x, y + 4],
        [x + w, y + 4],
        [x + w, y + h],
        [x, y + h],
      ],
      glass: ['#3b4471', '#475183', '#525d92'],
      lit: '#ffd58a',
    }),
    windows({
      seed: `tower side ${seed}`,
      columns: 3,
      rows,
      litShare: lit * 0.6,
      open: [0.6, 0.54],
      wall: [
        [x + w, y + 4],
        [x + w + depth, y + rise + 4],
        [x + w + depth, y + h],
        [x + w, y + h],
      ],
      glass: ['#272e54', '#2e3560'],
      lit: '#f2b968',
    }),
    rect(x - 3, y - 3, w + 6, 5, '#a9afd0'),
  ].join('');
}

function crane(x: number, ground: number): string {
  const ink = '#4b4a78';
  return [
    line([x, ground], [x + 12, 250], ink, 6),
    line([x + 70, ground], [x + 58, 250], ink, 6),
    line([x + 6, 340], [x + 64, 340], ink, 4),
    line([x + 8, 330], [x + 62, 262], ink, 3),
    rect(x + 4, 236, 62, 16, ink),
    polygon(ink, [x - 78, 214], [x + 170, 214], [x + 170, 221], [x - 78, 226]),
    line([x + 35, 236], [x + 35, 168], ink, 5),
    line([x + 35, 168], [x + 166, 214], ink, 2.5),
    line([x + 35, 168], [x - 74, 214], ink, 2.5),
    line([x + 130, 220], [x + 130, 300], ink, 2),
    rect(x + 112, 300, 36, 16, '#c4665a'),
  ].join('');
}

function boat(x: number, y: number): string {
  return [
    polygon('#e9e2e8', [x, y], [x + 112, y], [x + 98, y + 18], [x + 12, y + 18]),
    rect(x + 26, y - 16, 52, 16, '#f7f1f0'),
    windows({
      seed: 'boat',
      columns: 5,
      rows: 1,
      litShare: 0.8,
      open: [0.6, 0.5],
      wall: [
        [x + 28, y - 15],
        [x + 76, y - 15],
        [x + 76, y - 2],
        [x + 28, y - 2],
      ],
      glass: ['#3b4471'],
      lit: '#ffd58a',
    }),
    polygon('#b65b52', [x + 10, y + 14], [x + 100, y + 14], [x + 98, y + 18], [x + 12, y + 18]),
  ].join('');
}
