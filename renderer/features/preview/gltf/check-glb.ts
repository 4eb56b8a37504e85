import { imageFacts } from '../../../../shared/image-facts.ts';
import { padded, readGlb, writeGlb, type Glb, type GlbFault, type GltfDocument } from './glb-format.ts';

export interface CheckedGlb {
  /** A `.glb` that refers to nothing outside of itself. */
  readonly glb: ArrayBuffer;
  readonly triangles: number;
  /** Pictures from other files or addresses; they are left out. */
  readonly outside: readonly string[];
}

const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
const COMPONENTS: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
};
/** Compressions that need a decoder of their own. */
const PACKED =
  /^(KHR_draco_mesh_compression|(EXT|KHR)_meshopt_compression|KHR_texture_basisu|.*_texture_dds|.*gaussian_splatting.*)$/;
const MOST_VALUES = 300_000_000;
const MOST_NODES = 500_000;
const DEEPEST = 500;
const MOST_PIXELS = 70_000_000;

/**
 * Checks a model before anything is built from it: every reference must lie within its own bytes, and no part may
 * contain itself. Pictures in the JSON are moved into the bytes and those from elsewhere are left out, so that the
 * result requests nothing.
 */
export function checkGlb(bytes: Uint8Array<ArrayBuffer>): CheckedGlb | GlbFault {
  const glb = readGlb(bytes);
  if ('code' in glb) return glb;
  const { document } = glb;
  const fault =
    packing(document) ??
    buffersFault(glb) ??
    accessorsFault(document) ??
    meshesFault(document) ??
    treeFault(document);
  if (fault !== null) return fault;
  const pictures = new Pictures(glb);
  return {
    glb: writeGlb(pictures.document, pictures.parts),
    triangles: trianglesOf(document),
    outside: pictures.outside,
  };
}

function packing({ extensionsRequired = [] }: GltfDocument): GlbFault | null {
  const needed = extensionsRequired.find((name) => PACKED.test(name));
  return needed === undefined ? null : { code: 'needs-extension', detail: needed };
}

function buffersFault({ document, binary }: Glb): GlbFault | null {
  const { buffers = [], bufferViews = [] } = document;
  const other = buffers.find(({ uri }, at) => at > 0 || uri !== undefined);
  if (other !== undefined) return { code: 'needs-file', detail: (other.uri ?? '').slice(0, 100) };
  const outside = bufferViews.findIndex(
    ({ buffer, byteOffset = 0, byteLength }) => buffer > 0 || byteOffset + byteLength > binary.length,
  );
  return outside < 0 ? null : { code: 'range', detail: `bufferViews.${outside}` };
}

function accessorsFault({ accessors = [], bufferViews = [] }: GltfDocument): GlbFault | null {
  let values = 0;
  for (const [
    at,
    { bufferView, byteOffset = 0, componentType, type, count, sparse },
  ] of accessors.entries()) {
    const place = `accessors.${at}`;
    const bytes = COMPONENT_BYTES[componentType];
    const parts = COMPONENTS[type];
    if (bytes === undefined || parts === undefined) return { code: 'no-document', detail: place };
    values += count * parts;
    if (values > MOST_VALUES) return { code: 'huge', detail: place };
    // Sparse values state only where they differ from zero: no program for buildings writes them.
    if (sparse !== undefined) return { code: 'needs-extension', detail: 'sparse accessors' };
    if (bufferView === undefined || count === 0) continue;
    const view = bufferViews[bufferView];
    if (view === undefined) return { code: 'reference', detail: place };
    const step = view.byteStride ?? bytes * parts;
    if (step < bytes * parts) return { code: 'range', detail: place };
    if (byteOffset + (count - 1) * step + bytes * parts > view.byteLength)
      return { code: 'range', detail: place };
  }
  return null;
}

function meshesFault({ meshes = [], accessors = [], nodes = [] }: GltfDocument): GlbFault | null {
  for (const [at, { primitives }] of meshes.entries()) {
    for (const { attributes, indices } of primitives) {
      const used = [...Object.values(attributes), ...(indices === undefined ? [] : [indices])];
      if (used.some((each) => accessors[each] === undefined))
        return { code: 'reference', detail: `meshes.${at}` };
    }
  }
  const lost = nodes.findIndex(({ mesh }) => mesh !== undefined && meshes[mesh] === undefined);
  return lost < 0 ? null : { code: 'reference', detail: `nodes.${lost}` };
}

/** Each node has one parent at most, and is not its own ancestor. */
function treeFault({ nodes = [], scenes = [] }: GltfDocument): GlbFault | null {
  if (nodes.length > MOST_NODES) return { code: 'huge', detail: 'nodes' };
  const hung = new Set<number>();
  for (const { children = [] } of nodes) {
    for (const child of children) {
      if (nodes[child] === undefined) return { code: 'reference', detail: `nodes.${child}` };
      if (hung.has(child)) return { code: 'loop', detail: `nodes.${child}` };
      hung.add(child);
    }
  }
  const lost = scenes.flatMap((scene) => scene.nodes ?? []).find((root) => nodes[root] === undefined);
  if (lost !== undefined) return { code: 'reference', detail: `nodes.${lost}` };
  let level = nodes.map((_, at) => at).filter((at) => !hung.has(at));
  let reached = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return { code: 'huge', detail: 'nodes' };
    reached += level.length;
    level = level.flatMap((at) => nodes[at]?.children ?? []);
  }
  // Each has one parent at most, so a node that no root leads to is part of a loop.
  return reached === nodes.length ? null : { code: 'loop', detail: 'nodes' };
}

/** As drawn: a mesh counts once for each node that uses it. */
function trianglesOf({ meshes = [], nodes = [], accessors = [] }: GltfDocument): number {
  const each = meshes.map(({ primitives }) =>
    primitives.reduce((sum, { attributes, indices, mode = 4 }) => {
      const corners = accessors[indices ?? attributes['POSITION'] ?? -1]?.count ?? 0;
      return sum + (mode === 4 ? Math.floor(corners / 3) : mode > 4 ? Math.max(0, corners - 2) : 0);
    }, 0),
  );
  return nodes.reduce((sum, { mesh }) => sum + (mesh === undefined ? 0 : (each[mesh] ?? 0)), 0);
}

const WHITE_PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=='),
  (letter) => letter.codePointAt(0) ?? 0,
);

/** The document with all pictures in its own bytes. A picture that is left out becomes a white pixel. */
class Pictures {
  readonly document: GltfDocument;
  readonly outside: string[] = [];
  readonly #parts: Uint8Array<ArrayBuffer>[];
  readonly #views: NonNullable<GltfDocument['bufferViews']>;
  readonly #binary: Uint8Array<ArrayBuffer>;

  constructor({ document, binary }: Glb) {
    this.#binary = binary;
    this.#parts = [padded(binary, 0)];
    this.#views = [...(document.bufferViews ?? [])];
    const images = document.images?.map((image) => this.#own(image));
    this.document = {
      ...document,
      extensionsUsed: (document.extensionsUsed ?? []).filter((name) => !PACKED.test(name)),
      buffers: [{ byteLength: this.#length() }],
      bufferViews: this.#views,
      ...(images === undefined ? {} : { images }),
      // The preview shows it at rest.
      animations: undefined,
    };
  }

  get parts(): readonly Uint8Array<ArrayBuffer>[] {
    return this.#parts;
  }

  #own(image: NonNullable<GltfDocument['images']>[number]): typeof image {
    const { uri, bufferView, ...rest } = image;
    const view = bufferView === undefined ? undefined : this.#views[bufferView];
    if (view !== undefined) {
      const from = view.byteOffset ?? 0;
      return isShown(this.#binary.subarray(from, from + view.byteLength)) ? image : this.#white(rest);
    }
    const written = uri === undefined ? null : dataOf(uri);
    if (written === null) this.outside.push((uri ?? '').slice(0, 80));
    return written !== null && isShown(written) ? this.#added(rest, written) : this.#white(rest);
  }

  #white(image: object): NonNullable<GltfDocument['images']>[number] {
    return this.#added(image, WHITE_PIXEL);
  }

  #added(image: object, bytes: Uint8Array<ArrayBuffer>): NonNullable<GltfDocument['images']>[number] {
    this.#views.push({ buffer: 0, byteOffset: this.#length(), byteLength: bytes.length });
    this.#parts.push(padded(bytes, 0));
    const kind = imageFacts(bytes)?.format ?? 'PNG';
    return { ...image, bufferView: this.#views.length - 1, mimeType: `image/${kind.toLowerCase()}` };
  }

  #length(): number {
    return this.#parts.reduce((sum, part) => sum + part.length, 0);
  }
}

function isShown(bytes: Uint8Array): boolean {
  const facts = imageFacts(bytes);
  return facts !== null && (facts.size === null || facts.size.width * facts.size.height <= MOST_PIXELS);
}

function dataOf(uri: string): Uint8Array<ArrayBuffer> | null {
  const encoded = /^data:[^,]*;base64,([\s\S]*)$/.exec(uri)?.[1];
  if (encoded === undefined) return null;
  try {
    return Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}
