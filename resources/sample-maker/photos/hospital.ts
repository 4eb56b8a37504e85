import { circle, cloud, gradient, HEIGHT, picture, polygon, rect, tree, WIDTH, windows } from './draw.ts';

/** Ørestad Hospital North in summer: white terraces with planted edges, a glass entrance, an ambulance. */
export function hospitalPhoto(): string {
  const ground = 428;
  return picture(
    [
      gradient('sky', ['#7db6dc', '#b5d9ea', '#e6f1f0']),
      gradient('lawn', ['#a5c78b', '#86b06f']),
      gradient('white', ['#ffffff', '#e8ecec']),
      gradient('glass', ['#7fb4c6', '#3f7f98']),
    ],
    [
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
      cloud(110, 130, 64, '#ffffff', 0.85),
      cloud(690, 96, 58, '#ffffff', 0.8),
      cloud(450, 66, 34, '#ffffff', 0.6),
      ...Array.from({ length: 24 }, (_, index) =>
        circle(index * 42, ground + 4, 30 + ((index * 7) % 4) * 7, '#9cc09a'),
      ),
      rect(0, ground, WIDTH, HEIGHT - ground, 'url(#lawn)'),
      ...TERRACES.map(terrace),
      rect(560, 76, 92, 42, 'url(#white)'),
      rect(578, 86, 56, 22, '#c5d4d6'),
      entrance(432, ground),
      polygon('#e9e3d6', [440, ground], [520, ground], [640, HEIGHT], [300, HEIGHT]),
      rect(0, 486, WIDTH, 20, '#8e979b'),
      ...Array.from({ length: 13 }, (_, index) => rect(index * 80 + 12, 495, 36, 2.5, '#f3f3ee')),
      ambulance(664, 452),
      ...TREES.map(([x, y, size]) => tree(x, y, size, '#6fa35e', '#4d8350')),
    ],
  );
}

const TREES = [
  [58, 452, 74],
  [128, 462, 54],
  [842, 450, 66],
  [908, 458, 84],
  [238, 468, 34],
] as const;

const TERRACES = [
  { x: 128, y: 348, w: 704, h: 80, columns: 32 },
  { x: 178, y: 270, w: 616, h: 78, columns: 28 },
  { x: 238, y: 194, w: 506, h: 76, columns: 23 },
  { x: 318, y: 118, w: 366, h: 76, columns: 17 },
] as const;

function terrace({ x, y, w, h, columns }: (typeof TERRACES)[number]): string {
  return [
    rect(x, y, w, h, 'url(#white)'),
    polygon('#cbd6d8', [x + w, y], [x + w + 34, y + 12], [x + w + 34, y + h], [x + w, y + h]),
    windows({
      seed: `hospital ${y}`,
      columns,
      rows: 2,
      litShare: 0.06,
      open: [0.68, 0.6],
      wall: [
        [x + 8, y + 8],
        [x + w - 8, y + 8],
        [x + w - 8, y + h - 2],
        [x + 8, y + h - 2],
      ],
      glass: ['#5d9ab0', '#6faabd', '#4c8aa3', '#82b8c8'],
      lit: '#f7e3ae',
    }),
    rect(x - 4, y - 3, w + 8, 6, '#dfe5e4'),
    ...Array.from({ length: Math.floor(w / 26) }, (_, index) =>
      circle(x + 12 + index * 26, y - 4, 5 + ((index * 5) % 3) * 2, index % 3 === 0 ? '#7fae68' : '#6a9d5a'),
    ),
  ].join('');
}

function entrance(x: number, ground: number): string {
  return [
    rect(x - 26, ground - 74, 148, 8, '#2f5f73'),
    rect(x - 14, ground - 66, 124, 66, 'url(#glass)'),
    ...[0, 1, 2, 3].map((bay) => rect(x - 14 + bay * 41, ground - 66, 2.5, 66, '#e7f1f2')),
    rect(x + 26, ground - 136, 44, 46, '#ffffff', 'rx="4"'),
    rect(x + 34, ground - 118, 28, 9, '#c8434b'),
    rect(x + 43.5, ground - 127.5, 9, 28, '#c8434b'),
  ].join('');
}

function ambulance(x: number, y: number): string {
  return [
    rect(x, y, 92, 40, '#fbfbf7', 'rx="5"'),
    polygon(
      '#fbfbf7',
      [x + 88, y + 10],
      [x + 110, y + 14],
      [x + 122, y + 28],
      [x + 122, y + 40],
      [x + 88, y + 40],
    ),
    polygon('#4c7f98', [x + 94, y + 14], [x + 107, y + 17], [x + 114, y + 27], [x + 94, y + 27]),
    rect(x, y + 20, 92, 7, '#e0b62f'),
    rect(x + 34, y + 6, 5, 13, '#c8434b'),
    rect(x + 30, y + 10, 13, 5, '#c8434b'),
    rect(x + 62, y - 5, 16, 5, '#3f7fd0'),
    ...[22, 98].flatMap((wheel) => [
      circle(x + wheel, y + 40, 10, '#33393d'),
      circle(x + wheel, y + 40, 4, '#b8bfc2'),
    ]),
  ].join('');
}
