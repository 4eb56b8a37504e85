import type { Block, Building, Vector } from '../building.ts';
import type { Mesh } from './mesh.ts';
import { type Paint, Scene } from './scene.ts';

/** The whole building as masses: slabs, facades with windows, roofs, a plot around it. */
export function buildingModel(building: Building): Uint8Array {
  const paints: Record<string, Paint> = {
    Plot: { colour: '#b9c4ad', roughness: 1 },
    Concrete: { colour: '#cfcdc6' },
    Roof: { colour: '#7b8087' },
  };
  for (const block of building.blocks) {
    paints[`${block.name} facade`] = { colour: block.facade };
    paints[`${block.name} glass`] = { colour: block.glass, metallic: 0.2, roughness: 0.15 };
  }
  const scene = new Scene(building.name, paints);
  scene.mesh('Plot', 'Plot').box([-15, -15, -0.3], plotSize(building));
  for (const block of building.blocks) addBlock(scene, block);
  return scene.toGlb();
}

function plotSize({ blocks }: Building): Vector {
  const far = (axis: 0 | 1, extent: 'length' | 'width'): number =>
    Math.max(...blocks.map((block) => block.at[axis] + block[extent])) + 30;
  return [far(0, 'length'), far(1, 'width'), 0.3];
}

function addBlock(scene: Scene, block: Block): void {
  const { at, length, width, storeys, storeyHeight, name } = block;
  for (let storey = 0; storey < storeys; storey += 1) {
    const base: Vector = [at[0], at[1], at[2] + storey * storeyHeight];
    const part = `${name} level ${String(storey).padStart(2, '0')}`;
    scene
      .mesh(part, 'Concrete')
      .box([base[0] - 0.15, base[1] - 0.15, base[2]], [length + 0.3, width + 0.3, 0.35]);
    scene
      .mesh(part, `${name} facade`)
      .box([base[0], base[1], base[2] + 0.35], [length, width, storeyHeight - 0.35]);
    addWindows(scene.mesh(part, `${name} glass`), block, base);
  }
  addRoof(scene, block, at[2] + storeys * storeyHeight);
}

/** Panes stand 3 cm proud of the wall, so that no viewer has to choose between two faces in one plane. */
function addWindows(glass: Mesh, block: Block, [x, y, z]: Vector): void {
  const { length, width, storeyHeight, bays } = block;
  if (bays === 0) {
    glass.box([x + length * 0.1, y - 0.03, z + 0.4], [length * 0.06, 0.06, Math.min(3, storeyHeight * 0.5)]);
    return;
  }
  const low = z + 0.35 + storeyHeight * 0.2;
  const high = z + storeyHeight * 0.88;
  const pitch = length / bays;
  for (let bay = 0; bay < bays; bay += 1) {
    const [from, to] = [x + pitch * (bay + 0.14), x + pitch * (bay + 0.86)];
    glass.face([from, y - 0.03, low], [to, y - 0.03, low], [to, y - 0.03, high], [from, y - 0.03, high]);
    const back = y + width + 0.03;
    glass.face([to, back, low], [from, back, low], [from, back, high], [to, back, high]);
  }
  const sideBays = Math.max(1, Math.round(width / pitch));
  const sidePitch = width / sideBays;
  for (let bay = 0; bay < sideBays; bay += 1) {
    const [from, to] = [y + sidePitch * (bay + 0.14), y + sidePitch * (bay + 0.86)];
    const right = x + length + 0.03;
    glass.face([right, from, low], [right, to, low], [right, to, high], [right, from, high]);
    const left = x - 0.03;
    glass.face([left, to, low], [left, from, low], [left, from, high], [left, to, high]);
  }
}

function addRoof(scene: Scene, block: Block, top: number): void {
  const roof = scene.mesh(`${block.name} roof`, 'Roof');
  const [x, y] = block.at;
  const { length, width } = block;
  if (block.roof === 'flat') {
    roof.box([x - 0.2, y - 0.2, top], [length + 0.4, width + 0.4, 0.5]);
    roof.box([x + length * 0.3, y + width * 0.3, top + 0.5], [length * 0.25, width * 0.3, 2.4]);
    return;
  }
  const spans = block.roof === 'saw' ? 4 : 1;
  for (let span = 0; span < spans; span += 1) {
    const from = x + (length / spans) * span;
    addRidge(roof, from, from + length / spans, y, y + width, top, block.roof === 'saw' ? 3 : 4.5);
  }
}

/** A gable whose ridge runs into the plot, over [x, X] × [y, Y]. */
function addRidge(roof: Mesh, x: number, X: number, y: number, Y: number, low: number, rise: number): void {
  const middle = (x + X) / 2;
  const high = low + rise;
  roof.face([x, y, low], [X, y, low], [middle, y, high]);
  roof.face([X, Y, low], [x, Y, low], [middle, Y, high]);
  roof.face([X, y, low], [X, Y, low], [middle, Y, high], [middle, y, high]);
  roof.face([x, Y, low], [x, y, low], [middle, y, high], [middle, Y, high]);
  roof.face([x, Y, low], [X, Y, low], [X, y, low], [x, y, low]);
}
