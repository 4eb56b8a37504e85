import {
  cloud,
  gradient,
  HEIGHT,
  line,
  picture,
  polygon,
  rect,
  ripples,
  skyline,
  tree,
  WIDTH,
  windows,
} from './draw.ts';

/** Hudson Research Center at noon: a faceted glass block by the river, stacks on the roof, the city behind. */
export function researchPhoto(): string {
  const ground = 432;
  return picture(
    [
      gradient('sky', ['#2f79c2', '#6fb0e2', '#cfe7f3']),
      gradient('left', ['#bfe3f4', '#6fb1dc']),
      gradient('right', ['#3f86c0', '#225c96']),
      gradient('river', ['#5f97bd', '#3b6f99']),
    ],
    [
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
      cloud(60, 120, 62, '#ffffff', 0.9),
      cloud(720, 100, 52, '#ffffff', 0.85),
      skyline('new york far', ground, 200, '#9cc4de'),
      skyline('new york near', ground, 126, '#7fabc9'),
      ...facets(),
      ...roof(),
      rect(286, ground - 34, 400, 34, '#20486d'),
      ...Array.from({ length: 17 }, (_, index) =>
        rect(296 + index * 23, ground - 28, 17, 28, index % 5 === 2 ? '#f6e2a7' : '#5d8db2'),
      ),
      rect(272, ground - 40, 428, 7, '#e6eef2'),
      rect(0, ground, WIDTH, 30, '#cbd0cc'),
      rect(0, ground + 30, WIDTH, 6, '#9aa3a4'),
      rect(0, ground + 36, WIDTH, HEIGHT - ground - 36, 'url(#river)'),
      ripples('hudson', ground + 42, HEIGHT, 70, '#e3f3fb'),
      ...Array.from({ length: 33 }, (_, index) =>
        line([index * 30, ground + 14], [index * 30, ground + 30], '#6c7679', 2),
      ),
      line([0, ground + 14], [WIDTH, ground + 14], '#6c7679', 2.5),
      ...[
        [112, 70],
        [190, 54],
        [766, 62],
        [846, 76],
      ].map(([x = 0, size = 0]) => tree(x, ground + 8, size, '#5f9d63', '#417e4f')),
    ],
  );
}

/** The front breaks along a slanted edge: a bright facet to the left, a deep one to the right. */
function facets(): string[] {
  const left = [
    [300, 128],
    [508, 72],
    [486, 400],
    [300, 400],
  ] as const;
  const right = [
    [508, 72],
    [672, 138],
    [672, 400],
    [486, 400],
  ] as const;
  return [
    polygon('url(#left)', ...left),
    polygon('url(#right)', ...right),
    windows({
      seed: 'research left',
      columns: 13,
      rows: 15,
      litShare: 0.02,
      open: [0.84, 0.76],
      wall: left,
      glass: ['#9fd0ec', '#8cc4e6', '#b4dcf1', '#7db8df', '#c9e8f6'],
      lit: '#f9efc5',
    }),
    windows({
      seed: 'research right',
      columns: 11,
      rows: 15,
      litShare: 0.07,
      open: [0.84, 0.76],
      wall: right,
      glass: ['#2f72ad', '#28659d', '#3a80ba', '#1f5689'],
      lit: '#f4d98c',
    }),
    line([508, 72], [486, 400], '#e4f4fb', 3),
  ];
}

function roof(): string[] {
  return [
    ...[348, 380, 412].map((x, index) => rect(x, 76 - index * 8, 13, 48, '#d7e2e8')),
    ...[348, 380, 412].map((x, index) => rect(x - 2, 72 - index * 8, 17, 6, '#8fa5b3')),
    polygon('#7f98a9', [560, 94], [640, 126], [640, 100], [560, 68]),
    polygon('#9fb4c2', [540, 86], [560, 94], [560, 68], [540, 62]),
  ];
}
