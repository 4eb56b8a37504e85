import { describe, expect, it } from 'vitest';
import { kindOf } from '../../renderer/features/charts/points/points.ts';
import { choicesOf } from '../../renderer/features/charts/views/view-choices.ts';
import { resolveTemplate, resolveView, templateOf, viewsWith } from '../../shared/series/saved-views.ts';
import type { Json } from '../../shared/model/json.ts';
import { parseSavedView, type SavedView } from '../../shared/model/series.ts';

const point = (id: string, kind: string | null, label = id) => ({ id, class: kind, label });
const AHU_3 = [
  point('3.sat', 'Supply_Air_Temperature_Sensor'),
  point('3.rat', 'Return_Air_Temperature_Sensor'),
  point('3.fan', 'Fan_Status', 'Fan 2'),
  point('3.fan1', 'Fan_Status', 'Fan 1'),
  point('3.odd', null),
];
const view: SavedView = {
  id: 'v',
  name: 'Air',
  panels: [{ series: ['3.sat', '3.rat', '3.odd'] }, { series: ['3.fan', '3.fan1'] }, { series: ['3.odd'] }],
  range: 'week',
  template: null,
};

describe('a saved view', () => {
  it('shows all that it names, and lists what no datamodel has', () => {
    expect(resolveView(view, new Set(['3.sat', '3.fan']))).toEqual({
      panels: view.panels,
      missing: ['3.rat', '3.odd', '3.fan1'],
    });
  });

  it('keeps the colours that it was saved in; where those cannot be read, or are of none, it is shown all the same', () => {
    const stored = (colours: unknown): Json => JSON.parse(JSON.stringify({ ...view, colours })) as Json;
    expect(parseSavedView(stored({ '3.sat': 4 }))).toEqual({ ...view, colours: { '3.sat': 4 } });
    for (const colours of [undefined, null, [1], { '3.sat': 'red' }, { '3.sat': -1 }])
      expect(parseSavedView(stored(colours))).toEqual(view);
  });

  it('becomes a template of classes; what has none is left out', () => {
    expect(templateOf({ ...view, colours: { '3.sat': 4 } }, 'AHU', AHU_3)).toMatchObject({
      template: 'AHU',
      colours: undefined,
      panels: [
        { series: ['Supply_Air_Temperature_Sensor', 'Return_Air_Temperature_Sensor'] },
        { series: ['Fan_Status'] },
      ],
    });
  });

  it('breaks with an id that goes, unless it is a template', () => {
    const template = templateOf(view, 'AHU', AHU_3);
    expect(viewsWith([view, { ...template, name: 'T' }], new Set(['3.fan']))).toEqual(['Air']);
  });
});

describe('a template', () => {
  const template = templateOf(view, 'AHU', AHU_3);

  it('finds the points of another piece of equipment by their class, whatever the case', () => {
    const other = [
      point('4.sat', 'supply_air_temperature_sensor'),
      point('4.b', 'Fan_Status', 'B'),
      point('4.a', 'Fan_Status', 'A'),
    ];
    expect(resolveTemplate(template, other)).toEqual({
      panels: [{ series: ['4.sat'] }, { series: ['4.a', '4.b'] }],
      missing: ['Return_Air_Temperature_Sensor'],
    });
    expect(resolveTemplate(template, [])).toMatchObject({ panels: [] });
  });

  it('is offered once for each piece of equipment of its kind', () => {
    const equipment = [
      { name: 'AHU-03', label: null, class: null, points: 5 },
      { name: 'ahu 4', label: null, class: null, points: 3 },
      { name: 'Roof', label: null, class: 'AHU', points: 3 },
      { name: 'CP04', label: null, class: null, points: 2 },
      { name: null, label: null, class: 'AHU', points: 1 },
    ];
    const saved = {
      ...view,
      panels: view.panels.map(({ series }) => ({ series: [...series] })),
      range: 'week' as const,
    };
    expect(choicesOf({ ...saved, template: 'AHU' }, equipment).map(({ label }) => label)).toEqual([
      'Air · AHU-03',
      'Air · ahu 4',
      'Air · Roof',
    ]);
    expect(choicesOf(saved, equipment).map(({ label }) => label)).toEqual(['Air']);
    expect(equipment.map(kindOf)).toEqual(['AHU', 'ahu', 'AHU', 'CP', 'AHU']);
  });
});
