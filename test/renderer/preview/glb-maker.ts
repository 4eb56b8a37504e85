/** A box of 2 × 3 × 4 metres around the origin, with the parts of its document changed. */
export function boxGlb(change: (document: Record<string, unknown>) => void = () => undefined): Buffer {
  const corners = [-1, 1].flatMap((x) => [-1.5, 1.5].flatMap((y) => [-2, 2].map((z) => [x, y, z])));
  const faces = [
    [0, 1, 3, 2],
    [6, 7, 5, 4],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [1, 5, 7, 3],
    [0, 2, 6, 4],
  ].flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]);
  const places = Buffer.from(new Float32Array(corners.flat()).buffer);
  const indices = Buffer.from(new Uint16Array(faces).buffer);
  const document: Record<string, unknown> = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [0.9, 0.1, 0.05, 1], metallicFactor: 0 } }],
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'VEC3', count: 8, min: [-1, -1.5, -2], max: [1, 1.5, 2] },
      { bufferView: 1, componentType: 5123, type: 'SCALAR', count: 36 },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: 72 },
    ],
    buffers: [{ byteLength: 168 }],
  };
  change(document);
  return glbOf(JSON.stringify(document), Buffer.concat([places, indices]));
}

export function glbOf(json: string, binary: Buffer, stated?: number): Buffer {
  const text = Buffer.from(json + ' '.repeat((4 - (Buffer.byteLength(json) % 4)) % 4));
  const head = Buffer.alloc(20);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(stated ?? 28 + text.length + binary.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16, 'latin1');
  const between = Buffer.alloc(8);
  between.writeUInt32LE(binary.length, 0);
  between.write('BIN\0', 4, 'latin1');
  return Buffer.concat([head, text, between, binary]);
}
