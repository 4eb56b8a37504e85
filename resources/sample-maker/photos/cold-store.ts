import {
  circle,
  cloud,
  gradient,
  HEIGHT,
  line,
  path,
  picture,
  polygon,
  rect,
  skyline,
  tree,
  WIDTH,
  windows,
} from './draw.ts';

/** Botany Cold Store at sunrise: a long insulated shed with dock doors, lorries, condensers, port cranes. */
export function coldStorePhoto(): string {
  const ground = 422;
  return picture(
    [
      gradient('sky', ['#5f8fb8', '#a9c2cf', '#f2c79e', '#f7dcb0']),
      gradient('wall', ['#f4f6f6', '#d3dade']),
      gradient('end', ['#b3bfc7', '#93a2ad']),
      gradient('apron', ['#a8a49c', '#8a8780']),
    ],
    [
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
      circle(168, 300, 40, '#fff0c9', 'fill-opacity="0.95"'),
      circle(168, 300, 74, '#fff0c9', 'fill-opacity="0.25"'),
      cloud(520, 96, 60, '#fbe3cc', 0.6),
      cloud(240, 140, 44, '#fbe3cc', 0.55),
      skyline('sydney', ground, 74, '#b7a69b'),
      ...[30, 130].map((x) => portCrane(x, ground)),
      rect(0, ground, WIDTH, HEIGHT - ground, 'url(#apron)'),
      ...shed(ground),
      ...[0, 1, 2, 3, 4].map((fan) => condenser(340 + fan * 66, 164)),
      ...Array.from({ length: 9 }, (_, index) =>
        polygon(
          '#efe6cf',
          [index * 120 + 6, 520],
          [index * 120 + 60, 520],
          [index * 120 + 54, 526],
          [index * 120, 526],
        ),
      ),
      lorry(372, ground + 44, '#2f6f8f'),
      lorry(610, ground + 58, '#c4573f'),
      tree(880, ground + 18, 82, '#8aa37a', '#64805f'),
      tree(934, ground + 26, 62, '#94ab80', '#64805f'),
    ],
  );
}

function shed(ground: number): string[] {
  const [x, y, w] = [238, 196, 520];
  return [
    polygon(
      '#8798a4',
      [x - 6, y],
      [x + w + 4, y],
      [x + w + 92, y + 34],
      [x + w + 88, y + 44],
      [x + w, y + 10],
      [x - 6, y + 10],
    ),
    rect(x, y + 8, w, ground - y - 8, 'url(#wall)'),
    polygon('url(#end)', [x + w, y + 8], [x + w + 86, y + 42], [x + w + 86, ground], [x + w, ground]),
    ...Array.from({ length: 40 }, (_, index) =>
      rect(x + index * 13, y + 10, 1.2, ground - y - 10, '#b9c3c9', 'fill-opacity="0.7"'),
    ),
    rect(x, y + 34, w, 22, '#1f6aa5'),
    polygon('#185585', [x + w, y + 34], [x + w + 86, y + 64], [x + w + 86, y + 82], [x + w, y + 56]),
    snowflake(x + 70, y + 112, 30),
    rect(x + 150, ground - 88, w - 170, 10, '#6e7b84'),
    ...Array.from({ length: 6 }, (_, index) => dock(x + 160 + index * 58, ground)),
    windows({
      seed: 'cold store office',
      columns: 3,
      rows: 2,
      litShare: 0.5,
      open: [0.7, 0.55],
      wall: [
        [x + w + 10, y + 120],
        [x + w + 74, y + 128],
        [x + w + 74, ground - 20],
        [x + w + 10, ground - 20],
      ],
      glass: ['#4d6373', '#5b7282'],
      lit: '#f9dd98',
    }),
  ];
}

function dock(x: number, ground: number): string {
  return [
    rect(x, ground - 74, 44, 74, '#3f4a52'),
    rect(x + 6, ground - 68, 32, 56, '#8fa0aa'),
    ...[0, 1, 2, 3].map((slat) => rect(x + 6, ground - 60 + slat * 13, 32, 1.6, '#73848f')),
    rect(x, ground - 10, 6, 10, '#f0b93a'),
    rect(x + 38, ground - 10, 6, 10, '#f0b93a'),
  ].join('');
}

function condenser(x: number, y: number): string {
  return [
    rect(x, y, 50, 32, '#9fadb6'),
    rect(x, y, 50, 6, '#c4ced4'),
    ...[12, 37].map((fan) => circle(x + fan, y + 20, 9, '#5d6b75')),
    ...[12, 37].map((fan) => circle(x + fan, y + 20, 3, '#c4ced4')),
  ].join('');
}

function snowflake(x: number, y: number, size: number): string {
  return [0, 60, 120]
    .map((angle) => {
      const [dx, dy] = [Math.cos((angle * Math.PI) / 180) * size, Math.sin((angle * Math.PI) / 180) * size];
      return [
        line([x - dx, y - dy], [x + dx, y + dy], '#1f6aa5', 6, 'stroke-linecap="round"'),
        ...[-1, 1].map((side) => circle(x + dx * side * 0.72, y + dy * side * 0.72, 5.5, '#1f6aa5')),
      ].join('');
    })
    .join('');
}

function lorry(x: number, y: number, cab: string): string {
  return [
    path(`M${x - 8} ${y + 50} h196 v6 h-196 z`, '#000000', 'fill-opacity="0.15"'),
    rect(x, y - 14, 128, 56, '#f7f7f3', 'rx="3"'),
    rect(x, y + 24, 128, 5, cab),
    polygon(cab, [x + 132, y], [x + 164, y], [x + 178, y + 20], [x + 178, y + 44], [x + 132, y + 44]),
    polygon('#cfe0e6', [x + 142, y + 6], [x + 161, y + 6], [x + 170, y + 20], [x + 142, y + 20]),
    ...[20, 46, 108, 156].flatMap((wheel) => [
      circle(x + wheel, y + 45, 10, '#2b2f33'),
      circle(x + wheel, y + 45, 4, '#a9b0b4'),
    ]),
  ].join('');
}

function portCrane(x: number, ground: number): string {
  const ink = '#8b7f80';
  return [
    line([x, ground], [x + 6, 236], ink, 5),
    line([x + 58, ground], [x + 52, 236], ink, 5),
    line([x + 2, 340], [x + 56, 340], ink, 4),
    polygon(ink, [x - 40, 230], [x + 120, 230], [x + 120, 237], [x - 40, 237]),
    line([x + 28, 230], [x + 34, 186], ink, 4),
    line([x + 34, 186], [x + 116, 231], ink, 2),
    line([x + 34, 186], [x - 36, 231], ink, 2),
  ].join('');
}
