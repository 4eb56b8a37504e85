import { z } from 'zod';

/**
 * The parts of a glTF document that could cost memory, time or a request if they were wrong; all else is passed on
 * unchecked.
 */
const index = z.number().int().nonnegative();
const size = z.number().int().nonnegative();

const gltfDocument = z.looseObject({
  asset: z.looseObject({ version: z.string() }),
  extensionsUsed: z.array(z.string()).optional(),
  extensionsRequired: z.array(z.string()).optional(),
  buffers: z.array(z.looseObject({ byteLength: size, uri: z.string().optional() })).optional(),
  bufferViews: z
    .array(
      z.looseObject({
        buffer: index,
        byteOffset: size.optional(),
        byteLength: size,
        byteStride: size.optional(),
      }),
    )
    .optional(),
  accessors: z
    .array(
      z.looseObject({
        bufferView: index.optional(),
        byteOffset: size.optional(),
        componentType: z.number(),
        type: z.string(),
        count: size,
        sparse: z.unknown().optional(),
      }),
    )
    .optional(),
  images: z
    .array(
      z.looseObject({
        uri: z.string().optional(),
        bufferView: index.optional(),
        mimeType: z.string().optional(),
      }),
    )
    .optional(),
  meshes: z
    .array(
      z.looseObject({
        primitives: z.array(
          z.looseObject({
            attributes: z.record(z.string(), index),
            indices: index.optional(),
            mode: z.number().optional(),
          }),
        ),
      }),
    )
    .optional(),
  nodes: z.array(z.looseObject({ children: z.array(index).optional(), mesh: index.optional() })).optional(),
  scenes: z.array(z.looseObject({ nodes: z.array(index).optional() })).optional(),
});
export type GltfDocument = z.infer<typeof gltfDocument>;

/** What is wrong with a model. `detail` names where. */
export interface GlbFault {
  readonly code:
    | 'no-glb' // its first bytes are others
    | 'old' // glTF 1
    | 'cut' // it says that it is longer than it is
    | 'no-document' // the description is missing, no JSON, or not of glTF
    | 'reference' // something that is named is not there
    | 'range' // something lies outside of the file's own bytes
    | 'needs-file' // geometry in another file
    | 'needs-extension' // a way of packing that is not known here
    | 'loop' // a part holds itself
    | 'huge'; // more than any model of a building
  readonly detail: string;
}

export interface Glb {
  readonly document: GltfDocument;
  /** The binary chunk; empty if there is none. */
  readonly binary: Uint8Array<ArrayBuffer>;
}

const MAGIC = 0x46_54_6c_67;
const JSON_CHUNK = 0x4e_4f_53_4a;
const BINARY_CHUNK = 0x00_4e_49_42;

/** Takes a `.glb` apart. No stated length is trusted beyond the end of the file. */
export function readGlb(bytes: Uint8Array<ArrayBuffer>): Glb | GlbFault {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || view.getUint32(0, true) !== MAGIC) return { code: 'no-glb', detail: '' };
  const version = view.getUint32(4, true);
  if (version !== 2) return { code: 'old', detail: String(version) };
  const stated = view.getUint32(8, true);
  if (stated > bytes.length) return { code: 'cut', detail: String(stated) };
  let document: GltfDocument | GlbFault | null = null;
  let binary = new Uint8Array(0);
  for (let at = 12; at + 8 <= stated;) {
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const from = at + 8;
    if (from + length > stated) return { code: 'cut', detail: String(from + length) };
    const chunk = bytes.subarray(from, from + length);
    if (type === JSON_CHUNK && document === null) document = parse(chunk);
    if (type === BINARY_CHUNK && binary.length === 0) binary = chunk;
    at = from + length + ((4 - (length % 4)) % 4);
  }
  if (document === null) return { code: 'no-document', detail: '' };
  return 'code' in document ? (document as GlbFault) : { document, binary };
}

function parse(chunk: Uint8Array): GltfDocument | GlbFault {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(chunk));
  } catch (error) {
    return { code: 'no-document', detail: error instanceof Error ? error.message : '' };
  }
  const parsed = gltfDocument.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return { code: 'no-document', detail: `${issue?.path.join('.')}: ${issue?.message}` };
}

export function writeGlb(document: GltfDocument, parts: readonly Uint8Array<ArrayBuffer>[]): ArrayBuffer {
  const text = padded(new TextEncoder().encode(JSON.stringify(document)), 0x20);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(12 + 8 + text.length + 8 + length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, whole.length, true);
  view.setUint32(12, text.length, true);
  view.setUint32(16, JSON_CHUNK, true);
  whole.set(text, 20);
  let at = 20 + text.length;
  view.setUint32(at, length, true);
  view.setUint32(at + 4, BINARY_CHUNK, true);
  at += 8;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
}

/** Pads to a multiple of four bytes. */
export function padded(bytes: Uint8Array<ArrayBuffer>, filler: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(filler);
  whole.set(bytes);
  return whole;
}
