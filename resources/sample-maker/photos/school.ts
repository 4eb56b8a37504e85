import {
  circle,
  cloud,
  gradient,
  HEIGHT,
  line,
  picture,
  polygon,
  rect,
  tree,
  WIDTH,
  windows,
} from './draw.ts';

/** Grundschule Lindenau in October: brick main house with a clock gable, timber annexe, yellow lime trees. */
export function schoolPhoto(): string {
  const ground = 430;
  return picture(
    [
      gradient('sky', ['#9cc4df', '#cfe0e4', '#f6ead2']),
      gradient('brick', ['#b9694b', '#a3573d']),
      gradient('timber', ['#d9a866', '#c08d4c']),
      gradient('yard', ['#d9cfbb', '#c3b69d']),
    ],
    [
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
      cloud(70, 120, 58, '#ffffff', 0.75),
      cloud(700, 140, 66, '#ffffff', 0.7),
      ...Array.from({ length: 16 }, (_, index) =>
        circle(index * 66, ground, 38 + ((index * 11) % 5) * 6, '#c9b98a'),
      ),
      rect(0, ground, WIDTH, HEIGHT - ground, 'url(#yard)'),
      mainHouse(150, ground),
      annexe(560, ground),
      ...Array.from({ length: 4 }, (_, index) =>
        line([100 + index * 70, 486], [136 + index * 70, 520], '#f3ead8', 3),
      ),
      line([560, 500], [860, 500], '#f3ead8', 3),
      ...TREES.map(([x, y, size, crown]) => tree(x, y, size, crown, '#b07a26')),
      bicycleStand(430, 462),
    ],
  );
}

const TREES = [
  [70, 452, 92, '#dcae3f'],
  [905, 450, 84, '#d59a35'],
  [840, 466, 50, '#e3bd55'],
  [528, 456, 46, '#dcae3f'],
] as const;

function mainHouse(x: number, ground: number): string {
  const [w, h] = [356, 206];
  const top = ground - h;
  const middle = x + w / 2;
  return [
    polygon('#7a4a3c', [x - 14, top], [x + 30, top - 62], [x + w - 30, top - 62], [x + w + 14, top]),
    ...[0, 1, 2, 3].map((dormer) => {
      const left = x + 44 + dormer * 74 + (dormer > 1 ? 20 : 0);
      return polygon('#8f5a48', [left, top - 14], [left + 13, top - 42], [left + 26, top - 14]);
    }),
    rect(x, top, w, h, 'url(#brick)'),
    polygon('#b9694b', [middle - 62, top + 2], [middle, top - 104], [middle + 62, top + 2]),
    circle(middle, top - 36, 19, '#f6efdf'),
    circle(middle, top - 36, 19, 'none', 'stroke="#6f4637" stroke-width="3"'),
    line([middle, top - 36], [middle, top - 49], '#44322b', 3),
    line([middle, top - 36], [middle + 9, top - 31], '#44322b', 3),
    rect(middle - 3, top - 130, 6, 28, '#6f4637'),
    ...[0, 1, 2].map((band) => rect(x, top + 64 + band * 68, w, 4, '#d9b79c')),
    windows({
      seed: 'school',
      columns: 10,
      rows: 3,
      litShare: 0.12,
      open: [0.56, 0.62],
      wall: [
        [x + 10, top + 2],
        [x + w - 10, top + 2],
        [x + w - 10, ground - 4],
        [x + 10, ground - 4],
      ],
      glass: ['#4c6273', '#58707f', '#6a8391'],
      lit: '#f8dd9a',
    }),
    rect(middle - 28, ground - 74, 56, 74, '#d9b79c'),
    rect(middle - 20, ground - 64, 40, 64, '#4a3a34'),
    line([middle, ground - 64], [middle, ground], '#d9b79c', 2.5),
    rect(middle - 40, ground - 5, 80, 6, '#bfae98'),
  ].join('');
}

function annexe(x: number, ground: number): string {
  const [w, h] = [268, 118];
  return [
    polygon(
      '#5b6a63',
      [x - 10, ground - h],
      [x + 8, ground - h - 24],
      [x + w + 18, ground - h - 10],
      [x + w + 14, ground - h + 4],
    ),
    rect(x, ground - h, w, h, 'url(#timber)'),
    ...Array.from({ length: 26 }, (_, index) =>
      rect(x + 5 + index * 10.3, ground - h, 1.4, h, '#a97a3e', 'fill-opacity="0.6"'),
    ),
    windows({
      seed: 'annexe',
      columns: 5,
      rows: 1,
      litShare: 0.3,
      open: [0.78, 0.6],
      wall: [
        [x + 10, ground - h + 8],
        [x + w - 10, ground - h + 8],
        [x + w - 10, ground - 12],
        [x + 10, ground - 12],
      ],
      glass: ['#56707c', '#648392'],
      lit: '#f8dd9a',
    }),
    rect(x - 54, ground - 96, 56, 96, '#7d97a0'),
    ...[0, 1, 2].map((bay) => rect(x - 54 + bay * 19, ground - 96, 2, 96, '#e6edee')),
    ...[40, 108, 176].map((left) =>
      polygon(
        '#2f4154',
        [x + left, ground - h - 14],
        [x + left + 52, ground - h - 10],
        [x + left + 46, ground - h - 28],
        [x + left + 6, ground - h - 32],
      ),
    ),
  ].join('');
}

function bicycleStand(x: number, y: number): string {
  return Array.from({ length: 4 }, (_, index) => {
    const left = x + index * 34;
    return `<path d="M${left} ${y} v-16 a9 9 0 0 1 18 0 v16" fill="none" stroke="#6b7378" stroke-width="3"/>`;
  }).join('');
}
