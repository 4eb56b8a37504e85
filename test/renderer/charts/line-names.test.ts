import { expect, it } from 'vitest';
import { drawnPanels } from '../../../renderer/features/charts/chart-lines.ts';
import { pointsIndex } from '../../../renderer/features/charts/points/points.ts';

const point = (id: string, label: string, equipment: string | null) => ({
  id,
  label,
  equipment,
  unit: '°C',
  class: null,
  lastAt: null,
});

/** What the lines of these charts are called. */
function namesOf(points: readonly ReturnType<typeof point>[], ...panels: readonly string[][]): string[][] {
  const charts = panels.map((series, at) => ({ id: String(at), series }));
  return drawnPanels(charts, pointsIndex(points), new Map(), {}).map(({ lines }) =>
    lines.map(({ label }) => label),
  );
}

const POINTS = [
  point('a1', 'Supply air', 'AHU-1'),
  point('a2', 'Supply air', 'AHU-2'),
  point('b1', 'Return air', 'AHU-1'),
  point('c1', 'Meter', null),
  point('c2', 'Meter', null),
  point('d1', 'Room', 'VAV'),
  point('d2', 'Room', 'VAV'),
  point('e1', 'Outdoor', 'Roof'),
  point('e2', 'Outdoor', null),
];

it.each([
  [
    'with their equipment, also in another chart',
    [['a1', 'b1'], ['a2']],
    [['Supply air · AHU-1', 'Return air'], ['Supply air · AHU-2']],
  ],
  ['by their ids where they have no equipment', [['c1', 'c2']], [['Meter (c1)', 'Meter (c2)']]],
  ['by their ids too where that is the same', [['d1', 'd2']], [['Room · VAV (d1)', 'Room · VAV (d2)']]],
  ['with the equipment of the one that has some', [['e1', 'e2']], [['Outdoor · Roof', 'Outdoor']]],
  ['as ever where no other has the name', [['a1', 'c1', 'unknown']], [['Supply air', 'Meter', 'unknown']]],
])('calls lines of one name %s', (_, panels, names) => {
  expect(namesOf(POINTS, ...panels)).toEqual(names);
});
