import { circle, gradient, HEIGHT, line, picture, rect, WIDTH } from './draw.ts';

/** A look into a plant room: vessels, pumps with their pipes, a panel. `accent` is the colour of the machines. */
export function plantRoomPhoto(accent: string): string {
  const floor = 400;
  return picture(
    [
      gradient('wall', ['#dfe2e1', '#c6cbcb']),
      gradient('floor', ['#a9a59c', '#8b877f']),
      gradient('steel', ['#e3e7ea', '#9aa4ab'], 'right'),
    ],
    [
      rect(0, 0, WIDTH, HEIGHT, 'url(#wall)'),
      ...Array.from({ length: 13 }, (_, index) => rect(index * 80, 0, 1.5, floor, '#b4baba')),
      rect(0, floor, WIDTH, HEIGHT - floor, 'url(#floor)'),
      ...[70, 104].map((y, index) => rect(0, y, WIDTH, 18, index === 0 ? '#b8442f' : '#3a66a8')),
      ...[180, 420, 640].flatMap((x) => [
        rect(x, 88, 14, 260, '#b8442f'),
        rect(x + 60, 122, 14, 240, '#3a66a8'),
      ]),
      ...[150, 390, 610].flatMap((x) => pump(x, 340, accent)),
      ...[800, 880].flatMap((x) => [
        rect(x, 180, 66, 230, 'url(#steel)', 'rx="30"'),
        circle(x + 33, 250, 12, '#f4f4ef'),
        line([x + 33, 250], [x + 40, 243], '#b8442f', 3),
      ]),
      rect(24, 176, 92, 196, '#d8dbdd', 'rx="3"'),
      rect(34, 190, 72, 46, '#3d4a55'),
      ...[0, 1, 2].map((lamp) =>
        circle(48 + lamp * 22, 258, 6, ['#5fae6a', '#e0b62f', '#c8434b'][lamp] ?? '#5fae6a'),
      ),
    ],
  );
}

function pump(x: number, y: number, accent: string): string[] {
  return [
    rect(x - 10, y + 60, 150, 16, '#6f6c66'),
    circle(x + 38, y + 26, 34, accent),
    circle(x + 38, y + 26, 15, '#ffffff', 'fill-opacity="0.35"'),
    rect(x + 64, y + 2, 66, 50, accent, 'rx="6"'),
    ...[0, 1, 2, 3, 4].map((fin) => rect(x + 72 + fin * 11, y + 2, 3, 50, '#000000', 'fill-opacity="0.18"')),
    rect(x + 82, y - 14, 30, 16, '#4a5158'),
  ];
}

/** A thermal picture of a facade: cold wall, warm windows, one leak over a door. */
export function thermalPhoto(): string {
  const glow = (id: string, inner: string): string =>
    `<radialGradient id="${id}"><stop offset="0" stop-color="${inner}"/><stop offset="0.45" stop-color="${inner}" stop-opacity="0.55"/><stop offset="1" stop-color="${inner}" stop-opacity="0"/></radialGradient>`;
  return picture(
    [
      gradient('cold', ['#1a0f4f', '#3b1a72', '#6a1f7c']),
      glow('warm', '#f08a2c'),
      glow('hot', '#fff2a8'),
      gradient('scale', ['#fff6c4', '#f7b13c', '#e2582f', '#8a2280', '#150c45']),
    ],
    [
      rect(0, 0, WIDTH, HEIGHT, 'url(#cold)'),
      ...Array.from({ length: 18 }, (_, index) => {
        const [x, y] = [60 + (index % 6) * 138, 50 + Math.floor(index / 6) * 150];
        return (
          circle(x + 45, y + 50, 96, 'url(#warm)') + rect(x, y, 90, 100, '#c5417a', 'fill-opacity="0.7"')
        );
      }),
      circle(474, 470, 190, 'url(#hot)'),
      circle(612, 196, 90, 'url(#hot)'),
      rect(916, 30, 22, 480, 'url(#scale)'),
    ],
  );
}
