import { Mesh } from './mesh.ts';

export interface Paint {
  /** `#rrggbb`, sRGB. */
  readonly colour: string;
  readonly metallic?: number;
  readonly roughness?: number;
  readonly alpha?: number;
}

/** Named parts, each with one mesh per paint; written as one glTF 2.0 binary. */
export class Scene {
  private readonly parts = new Map<string, Map<string, Mesh>>();
  private readonly title: string;
  private readonly paints: Readonly<Record<string, Paint>>;

  constructor(title: string, paints: Readonly<Record<string, Paint>>) {
    this.title = title;
    this.paints = paints;
  }

  mesh(part: string, paint: string): Mesh {
    if (!(paint in this.paints)) throw new Error(`no paint is called ${paint}`);
    const meshes = this.parts.get(part) ?? new Map<string, Mesh>();
    this.parts.set(part, meshes);
    const mesh = meshes.get(paint) ?? new Mesh();
    meshes.set(paint, mesh);
    return mesh;
  }

  toGlb(): Uint8Array {
    const data = new BufferWriter();
    const paintNames = Object.keys(this.paints);
    const meshes = [...this.parts].map(([name, byPaint]) => ({
      name,
      primitives: [...byPaint].map(([paint, mesh]) => ({
        attributes: {
          POSITION: data.vectors(mesh.positions, true),
          NORMAL: data.vectors(mesh.normals, false),
        },
        indices: data.indices(mesh.indices),
        material: paintNames.indexOf(paint),
      })),
    }));
    const json = {
      asset: { version: '2.0', generator: 'SiteSync sample maker' },
      scene: 0,
      scenes: [{ name: this.title, nodes: meshes.map((_, index) => index) }],
      nodes: meshes.map(({ name }, mesh) => ({ name, mesh })),
      meshes,
      materials: Object.entries(this.paints).map(([name, paint]) => material(name, paint)),
      accessors: data.accessors,
      bufferViews: data.views,
      buffers: [{ byteLength: data.length }],
    };
    return container(JSON.stringify(json), data.bytes());
  }
}

function material(name: string, { colour, metallic = 0, roughness = 0.8, alpha = 1 }: Paint): object {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return Number(linear.toFixed(4));
  });
  return {
    name,
    pbrMetallicRoughness: {
      baseColorFactor: [...channels, alpha],
      metallicFactor: metallic,
      roughnessFactor: roughness,
    },
    ...(alpha < 1 ? { alphaMode: 'BLEND' } : {}),
  };
}

const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

class BufferWriter {
  readonly accessors: object[] = [];
  readonly views: object[] = [];
  private readonly chunks: Uint8Array[] = [];
  length = 0;

  vectors(values: readonly number[], bounds: boolean): number {
    const floats = Float32Array.from(values);
    const axes = [0, 1, 2].map((axis) => floats.filter((_, index) => index % 3 === axis));
    const limits = bounds
      ? {
          min: axes.map((axis) => axis.reduce((a, b) => Math.min(a, b))),
          max: axes.map((axis) => axis.reduce((a, b) => Math.max(a, b))),
        }
      : {};
    const view = this.view(new Uint8Array(floats.buffer), ARRAY_BUFFER);
    return this.accessor({
      bufferView: view,
      componentType: FLOAT,
      count: values.length / 3,
      type: 'VEC3',
      ...limits,
    });
  }

  indices(values: readonly number[]): number {
    const view = this.view(new Uint8Array(Uint32Array.from(values).buffer), ELEMENT_ARRAY_BUFFER);
    return this.accessor({
      bufferView: view,
      componentType: UNSIGNED_INT,
      count: values.length,
      type: 'SCALAR',
    });
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.chunks);
  }

  private view(bytes: Uint8Array, target: number): number {
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength: bytes.length, target });
    this.chunks.push(bytes);
    this.length += bytes.length;
    return this.views.length - 1;
  }

  private accessor(accessor: object): number {
    this.accessors.push(accessor);
    return this.accessors.length - 1;
  }
}

/** Header, JSON chunk padded with spaces, binary chunk padded with zeros; all little endian. */
function container(json: string, binary: Uint8Array): Uint8Array {
  const text = Buffer.from(json);
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const body = Buffer.concat([binary, Buffer.alloc((4 - (binary.length % 4)) % 4)]);
  const words = (...values: number[]): Buffer => {
    const buffer = Buffer.alloc(values.length * 4);
    values.forEach((value, index) => buffer.writeUInt32LE(value, index * 4));
    return buffer;
  };
  const total = 12 + 8 + padded.length + 8 + body.length;
  return Buffer.concat([
    words(0x46546c67, 2, total),
    words(padded.length, 0x4e4f534a),
    padded,
    words(body.length, 0x004e4942),
    body,
  ]);
}
