import type { Block, Building } from '../building.ts';
import { IfcProject, type ProjectFacts } from './project.ts';
import { enumeration, identifier, label, measure, yesNo } from './step.ts';

const COLOURS = { slab: '#bdbab3', wall: '#e4dfd4', inner: '#f3f1ec', space: '#a9c7d8', column: '#a7a49d' };
const INNER_WALL = 0.12;
const OUTER_WALL = 0.36;

type Storey = ReturnType<IfcProject['storey']>;

/** Slabs, walls, columns and spaces of the first block, storey by storey. */
export function architecture(
  facts: ProjectFacts,
  building: Building,
  fileName: string,
  storeyLimit: number,
): Uint8Array {
  const ifc = new IfcProject(facts);
  const [block] = building.blocks;
  if (block === undefined) throw new Error('a building has one block or more');
  for (let level = 0; level < Math.min(block.storeys, storeyLimit); level += 1) {
    const name = level === 0 ? 'L00 Ground floor' : `L${String(level).padStart(2, '0')}`;
    const storey = ifc.storey(name, level * block.storeyHeight);
    ifc.contain(storey.ref, [...shell(ifc, storey, block, level), ...columns(ifc, storey, block, level)]);
    addSpaces(ifc, storey, block, building.rooms, level);
  }
  return ifc.toBytes(fileName);
}

function shell(ifc: IfcProject, storey: Storey, block: Block, level: number) {
  const { length, width, storeyHeight } = block;
  const slab = ifc.product(storey.placement, {
    entity: 'IFCSLAB',
    name: `Slab L${level}`,
    type: 'FLOOR',
    at: [0, 0, -0.3],
    shape: ifc.block([length, width, 0.3], COLOURS.slab),
  });
  ifc.quantities(slab, 'Qto_SlabBaseQuantities', {
    Depth: ['LENGTH', 0.3],
    GrossArea: ['AREA', length * width],
    GrossVolume: ['VOLUME', length * width * 0.3],
  });
  const height = storeyHeight - 0.3;
  const sides = [
    ['South', [0, 0, 0], [length, OUTER_WALL, height]],
    ['North', [0, width - OUTER_WALL, 0], [length, OUTER_WALL, height]],
    ['West', [0, OUTER_WALL, 0], [OUTER_WALL, width - 2 * OUTER_WALL, height]],
    ['East', [length - OUTER_WALL, OUTER_WALL, 0], [OUTER_WALL, width - 2 * OUTER_WALL, height]],
  ] as const;
  const walls = sides.map(([side, at, size]) => {
    const wall = ifc.product(storey.placement, {
      entity: 'IFCWALL',
      name: `Outer wall ${side} L${level}`,
      type: 'SOLIDWALL',
      tag: `W-${level}-${side[0]}`,
      at,
      shape: ifc.block(size, COLOURS.wall),
    });
    ifc.properties(wall, 'Pset_WallCommon', {
      Reference: identifier('OW-360'),
      IsExternal: yesNo(true),
      LoadBearing: yesNo(true),
      ThermalTransmittance: measure('IFCTHERMALTRANSMITTANCEMEASURE', 0.18),
      FireRating: label('REI 90'),
    });
    return wall;
  });
  return [slab, ...walls];
}

function columns(ifc: IfcProject, storey: Storey, { length, width, storeyHeight }: Block, level: number) {
  const along = Math.max(2, Math.round(length / 8.1));
  return Array.from({ length: along - 1 }, (_, index) =>
    ifc.product(storey.placement, {
      entity: 'IFCCOLUMN',
      name: `Column ${String.fromCharCode(65 + index)} L${level}`,
      type: 'COLUMN',
      at: [((index + 1) * length) / along - 0.25, width / 2 - 0.25, 0],
      shape: ifc.block([0.5, 0.5, storeyHeight - 0.3], COLOURS.column),
    }),
  );
}

function addSpaces(
  ifc: IfcProject,
  storey: Storey,
  block: Block,
  rooms: readonly string[],
  level: number,
): void {
  const { length, width, storeyHeight } = block;
  const across = Math.max(2, Math.round(length / 9));
  const roomLength = (length - 2 * OUTER_WALL) / across;
  const roomWidth = (width - 2 * OUTER_WALL) / 2;
  const spaces = Array.from({ length: across * 2 }, (_, index) => {
    const [column, row] = [index % across, Math.floor(index / across)];
    const size = [roomLength - INNER_WALL, roomWidth - INNER_WALL, storeyHeight - 0.9] as const;
    const use = rooms[(index + level) % rooms.length] ?? 'Room';
    const space = ifc.product(
      storey.placement,
      {
        entity: 'IFCSPACE',
        name: `${level}.${String(index + 1).padStart(2, '0')}`,
        description: use,
        type: 'INTERNAL',
        at: [OUTER_WALL + column * roomLength, OUTER_WALL + row * roomWidth, 0],
        shape: ifc.block(size, COLOURS.space),
      },
      [use, enumeration('ELEMENT'), enumeration('INTERNAL'), 0],
    );
    ifc.properties(space, 'Pset_SpaceCommon', { Reference: identifier(use), IsExternal: yesNo(false) });
    ifc.quantities(space, 'Qto_SpaceBaseQuantities', {
      Height: ['LENGTH', size[2]],
      NetFloorArea: ['AREA', size[0] * size[1]],
      NetVolume: ['VOLUME', size[0] * size[1] * size[2]],
    });
    return space;
  });
  ifc.aggregate(storey.ref, spaces);
}
