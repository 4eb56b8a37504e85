import type { Equipment, Medium, Plant, Vector } from '../building.ts';
import { Scene } from './scene.ts';

const PIPE_PAINT: Readonly<Record<Medium, string>> = {
  heating: 'Pipe heating flow',
  return: 'Pipe heating return',
  chilled: 'Pipe chilled water',
  refrigerant: 'Pipe refrigerant',
  air: 'Duct galvanised',
};

/** A plant room with its machines and pipes; each machine is a node that carries its tag. */
export function plantModel(plant: Plant): Uint8Array {
  const scene = new Scene(plant.name, {
    Floor: { colour: '#c9c6bf', roughness: 0.95 },
    Wall: { colour: '#e9e6df', alpha: 0.35 },
    Plinth: { colour: '#9d9a93' },
    Casing: { colour: '#8fa6b8', metallic: 0.4, roughness: 0.5 },
    Motor: { colour: '#2f6f8f', metallic: 0.3, roughness: 0.45 },
    Steel: { colour: '#b8bcc0', metallic: 0.9, roughness: 0.35 },
    Panel: { colour: '#d9dcdf', roughness: 0.6 },
    'Pipe heating flow': { colour: '#b8442f', roughness: 0.5 },
    'Pipe heating return': { colour: '#3a66a8', roughness: 0.5 },
    'Pipe chilled water': { colour: '#3c9a8b', roughness: 0.5 },
    'Pipe refrigerant': { colour: '#c98a2b', metallic: 0.6, roughness: 0.4 },
    'Duct galvanised': { colour: '#aab1b5', metallic: 0.8, roughness: 0.4 },
  });
  const [l, w, h] = plant.size;
  scene.mesh('Floor', 'Floor').box([0, 0, -0.25], [l, w, 0.25]);
  scene.mesh('Wall north', 'Wall').box([0, w, 0], [l, 0.2, h]);
  scene.mesh('Wall west', 'Wall').box([-0.2, 0, 0], [0.2, w + 0.2, h]);
  for (const item of plant.items) addItem(scene, item);
  for (const pipe of plant.pipes) scene.mesh(pipe.name, PIPE_PAINT[pipe.medium]).pipe(pipe.path, pipe.radius);
  return scene.toGlb();
}

function addItem(scene: Scene, item: Equipment): void {
  const [x, y, z] = item.at;
  const [l, w, h] = item.size;
  const add = (paint: string) => scene.mesh(item.tag, paint);
  add('Plinth').box([x - 0.1, y - 0.1, z], [l + 0.2, w + 0.2, 0.12]);
  const foot: Vector = [x, y, z + 0.12];
  const middle = z + 0.12 + h / 2;
  switch (item.kind) {
    case 'ahu':
      for (let section = 0; section < 5; section += 1) {
        add('Casing').box([x + (l / 5) * section, y, foot[2]], [l / 5 - 0.03, w, h]);
        add('Steel').box(
          [x + (l / 5) * section + 0.12, y - 0.03, foot[2] + 0.15],
          [l / 5 - 0.27, 0.03, h - 0.3],
        );
      }
      return;
    case 'pump':
      add('Motor').bar([x + l * 0.45, y + w / 2, middle], [x + l, y + w / 2, middle], w * 0.42);
      add('Steel').bar([x + l * 0.1, y + w / 2, middle], [x + l * 0.45, y + w / 2, middle], w * 0.3);
      add('Steel').bar([x + l * 0.2, y + w / 2, foot[2]], [x + l * 0.2, y + w / 2, foot[2] + h], w * 0.22);
      return;
    case 'vessel':
      add('Steel').bar(
        [x + l / 2, y + w / 2, foot[2]],
        [x + l / 2, y + w / 2, foot[2] + h],
        Math.min(l, w) / 2,
        28,
      );
      return;
    case 'chiller':
    case 'compressor':
      add('Steel').bar([x, y + w * 0.3, middle], [x + l, y + w * 0.3, middle], w * 0.28, 24);
      add('Steel').bar(
        [x, y + w * 0.75, middle - h * 0.15],
        [x + l, y + w * 0.75, middle - h * 0.15],
        w * 0.24,
        24,
      );
      add('Motor').box([x + l * 0.25, y + w * 0.15, middle + h * 0.15], [l * 0.45, w * 0.6, h * 0.3]);
      add('Panel').box([x + l * 0.02, y - 0.12, foot[2] + h * 0.3], [l * 0.14, 0.12, h * 0.6]);
      return;
    case 'boiler':
    case 'exchanger':
    case 'evaporator':
      add('Casing').box(foot, [l, w, h]);
      add('Panel').box([x + l * 0.2, y - 0.04, foot[2] + h * 0.6], [l * 0.6, 0.04, h * 0.25]);
      add('Motor').bar(
        [x + l / 2, y - 0.1, foot[2] + h * 0.3],
        [x + l / 2, y, foot[2] + h * 0.3],
        Math.min(l, h) * 0.18,
        24,
      );
      return;
    case 'panel':
      add('Panel').box(foot, [l, w, h]);
      return;
    default:
      item.kind satisfies never;
  }
}
