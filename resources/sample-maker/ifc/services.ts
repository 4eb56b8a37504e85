import type { Equipment, EquipmentKind, Medium, Pipe, Plant, Vector } from '../building.ts';
import type { PointSpec } from '../series/point.ts';
import { IfcProject, type ProjectFacts } from './project.ts';
import { identifier, label } from './step.ts';

const ENTITY: Readonly<Record<EquipmentKind, readonly [entity: string, type: string, colour: string]>> = {
  ahu: ['IFCUNITARYEQUIPMENT', 'AIRHANDLER', '#8fa6b8'],
  pump: ['IFCPUMP', 'CIRCULATOR', '#2f6f8f'],
  chiller: ['IFCCHILLER', 'WATERCOOLED', '#7f9a8c'],
  boiler: ['IFCBOILER', 'WATER', '#c46f4e'],
  vessel: ['IFCTANK', 'PRESSUREVESSEL', '#b8bcc0'],
  compressor: ['IFCCOMPRESSOR', 'TWINSCREW', '#4d6a86'],
  evaporator: ['IFCEVAPORATOR', 'DIRECTEXPANSION', '#9fb6c4'],
  exchanger: ['IFCHEATEXCHANGER', 'PLATE', '#a8875c'],
  panel: ['IFCELECTRICDISTRIBUTIONBOARD', 'DISTRIBUTIONBOARD', '#d0d3d6'],
};

const PIPE_COLOUR: Readonly<Record<Medium, string>> = {
  heating: '#b8442f',
  return: '#3a66a8',
  chilled: '#3c9a8b',
  refrigerant: '#c98a2b',
  air: '#aab1b5',
};

/** The plant room: machines that carry their datamodel tag, pipe runs, terminals and the sensors of the points. */
export function services(
  facts: ProjectFacts,
  plant: Plant,
  points: readonly PointSpec[],
  terminals: number,
  fileName: string,
): Uint8Array {
  const ifc = new IfcProject(facts);
  const storey = ifc.storey(plant.name, 0);
  const [l, w] = plant.size;
  const floor = ifc.product(storey.placement, {
    entity: 'IFCSLAB',
    name: 'Plant floor',
    type: 'FLOOR',
    at: [0, 0, -0.25],
    shape: ifc.block([l, w, 0.25], '#c9c6bf'),
  });
  const machines = plant.items.map((item) => machine(ifc, storey.placement, item));
  const runs = plant.pipes.flatMap((pipe) => segments(ifc, storey.placement, pipe));
  const sensors = points.map((point, index) => sensor(ifc, storey.placement, point, plant, index));
  const diffusers = Array.from({ length: terminals }, (_, index) =>
    ifc.product(storey.placement, {
      entity: 'IFCAIRTERMINAL',
      name: `SD-${String(index + 1).padStart(3, '0')}`,
      description: 'Swirl diffuser 600 × 600',
      type: 'DIFFUSER',
      at: [(index % 12) * 1.2, w + 2 + Math.floor(index / 12) * 1.2, plant.size[2] - 0.2],
      shape: ifc.block([0.6, 0.6, 0.08], '#f2f2ee'),
    }),
  );
  ifc.contain(storey.ref, [floor, ...machines, ...runs, ...sensors, ...diffusers]);
  return ifc.toBytes(fileName);
}

type Ref = ReturnType<IfcProject['axes']>;

function machine(ifc: IfcProject, placement: Ref, item: Equipment): Ref {
  const [entity, type, colour] = ENTITY[item.kind];
  const [l, w, h] = item.size;
  const shape =
    item.kind === 'vessel' ? ifc.bar(Math.min(l, w) / 2, h, 'z', colour) : ifc.block(item.size, colour);
  const product = ifc.product(placement, {
    entity,
    name: item.tag,
    description: item.title,
    tag: item.tag,
    type,
    at: item.kind === 'vessel' ? [item.at[0] + l / 2, item.at[1] + w / 2, item.at[2]] : item.at,
    shape,
  });
  ifc.properties(product, 'Pset_ManufacturerTypeInformation', {
    Manufacturer: label(item.maker),
    ModelLabel: label(item.model),
    ArticleNumber: identifier(item.serial),
  });
  ifc.properties(
    product,
    'Design data',
    Object.fromEntries(item.data.map(([name, value]) => [name, label(value)])),
  );
  return product;
}

/** One segment for each leg; legs of the sample run along an axis, so that no rotation is needed. */
function segments(ifc: IfcProject, placement: Ref, pipe: Pipe): Ref[] {
  return pipe.path.slice(1).map((to, index) => {
    const from = pipe.path[index] ?? to;
    const { along, length, start } = leg(pipe.name, from, to);
    return ifc.product(placement, {
      entity: pipe.medium === 'air' ? 'IFCDUCTSEGMENT' : 'IFCPIPESEGMENT',
      name: `${pipe.name} ${index + 1}`,
      type: 'RIGIDSEGMENT',
      at: start,
      shape: ifc.bar(pipe.radius, length, along, PIPE_COLOUR[pipe.medium]),
    });
  });
}

function leg(
  name: string,
  from: Vector,
  to: Vector,
): { along: 'x' | 'y' | 'z'; length: number; start: Vector } {
  const axes = ['x', 'y', 'z'] as const;
  const moved = ([0, 1, 2] as const).filter((axis) => from[axis] !== to[axis]);
  const [axis] = moved;
  if (axis === undefined || moved.length !== 1) throw new Error(`${name}: a leg runs along one axis`);
  return {
    along: axes[axis] ?? 'z',
    length: Math.abs(to[axis] - from[axis]),
    start: to[axis] > from[axis] ? from : to,
  };
}

function sensor(ifc: IfcProject, placement: Ref, point: PointSpec, plant: Plant, index: number): Ref {
  const product = ifc.product(placement, {
    entity: 'IFCSENSOR',
    name: point.name,
    description: point.label,
    tag: point.id,
    type: point.unit === '°C' ? 'TEMPERATURESENSOR' : point.unit === 'ppm' ? 'CO2SENSOR' : 'NOTDEFINED',
    at: [0.4 + index * 0.5, plant.size[1] - 0.2, 1.6],
    shape: ifc.block([0.12, 0.06, 0.16], '#f0c24b'),
  });
  ifc.properties(product, 'Datamodel', {
    Equipment: label(point.equipment),
    BrickClass: label(point.brick),
    TimeseriesId: identifier(point.id),
  });
  return product;
}
