import { describe, expect, it } from 'vitest';
import { checkGlb } from '../../../renderer/features/preview/gltf/check-glb.ts';
import { boxGlb, glbOf } from './glb-maker.ts';

type Json = Record<string, unknown>;

/** A copy whose buffer is its own, as a worker has it. */
const check = (glb: Buffer) => checkGlb(Uint8Array.from(glb));
const lists = (document: Json, name: string): Json[] => document[name] as Json[];

describe('a binary glTF that is checked', () => {
  it('comes out as it was, its triangles counted as they are drawn', () => {
    const twice = boxGlb((document) => {
      document['nodes'] = [{ mesh: 0 }, { mesh: 0 }];
      document['scenes'] = [{ nodes: [0, 1] }];
    });
    expect(check(twice)).toMatchObject({ triangles: 24, outside: [] });
  });

  it('holds its pictures itself, whatever way they were written', () => {
    const uri =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';
    const checked = check(boxGlb((document) => void (document['images'] = [{ uri }, { uri: 'a/b.png' }])));
    expect(checked).toMatchObject({ outside: ['a/b.png'] });
    const text = new TextDecoder().decode((checked as { glb: ArrayBuffer }).glb);
    expect(text).not.toContain('data:');
    expect(text).not.toContain('"uri"');
  });

  it.each<[string, Buffer, object]>([
    ['letters', Buffer.from('glTX'), { code: 'no-glb' }],
    ['an old version', Buffer.from('glTF\u{1}\0\0\0\u{14}\0\0\0', 'latin1'), { code: 'old', detail: '1' }],
    ['a length beyond its end', glbOf('{}', Buffer.alloc(0), 4_000_000_000), { code: 'cut' }],
    ['no description', glbOf('', Buffer.alloc(0)), { code: 'no-document' }],
    ['a description that is no JSON', glbOf('{"asset":', Buffer.alloc(0)), { code: 'no-document' }],
    ['a description of something else', glbOf('[1,2]', Buffer.alloc(0)), { code: 'no-document' }],
    [
      'a view beyond its bytes',
      boxGlb((document) => void (lists(document, 'bufferViews')[1]!['byteLength'] = 1_000_000)),
      { code: 'range', detail: 'bufferViews.1' },
    ],
    [
      'a view of another buffer',
      boxGlb((document) => void (lists(document, 'bufferViews')[1]!['buffer'] = 3)),
      { code: 'range' },
    ],
    [
      'values that overlap their view',
      boxGlb((document) => void (lists(document, 'bufferViews')[0]!['byteStride'] = 16)),
      { code: 'range', detail: 'accessors.0' },
    ],
    [
      'more values than memory, in no view',
      boxGlb((document) => {
        delete lists(document, 'accessors')[0]!['bufferView'];
        lists(document, 'accessors')[0]!['count'] = 4_000_000_000;
      }),
      { code: 'huge' },
    ],
    [
      'a negative count',
      boxGlb((document) => void (lists(document, 'accessors')[0]!['count'] = -1)),
      { code: 'no-document' },
    ],
    [
      'a mesh of values that are not there',
      boxGlb((document) => void (document['meshes'] = [{ primitives: [{ attributes: { POSITION: 9 } }] }])),
      { code: 'reference' },
    ],
    [
      'a node that holds itself',
      boxGlb((document) => void (document['nodes'] = [{ children: [1] }, { children: [0] }])),
      { code: 'loop' },
    ],
    [
      'a node in two places',
      boxGlb((document) => {
        document['nodes'] = [{ children: [2] }, { children: [2] }, {}];
      }),
      { code: 'loop' },
    ],
    [
      'nodes as deep as a well',
      boxGlb((document) => {
        document['nodes'] = Array.from({ length: 1000 }, (_, at) => (at < 999 ? { children: [at + 1] } : {}));
      }),
      { code: 'huge' },
    ],
    [
      'geometry elsewhere',
      boxGlb(
        (document) => void (document['buffers'] = [{ byteLength: 168, uri: 'https://evil.example/a.bin' }]),
      ),
      { code: 'needs-file', detail: 'https://evil.example/a.bin' },
    ],
    [
      'a packing that is not known',
      boxGlb((document) => void (document['extensionsRequired'] = ['KHR_draco_mesh_compression'])),
      { code: 'needs-extension', detail: 'KHR_draco_mesh_compression' },
    ],
  ])('is refused with %s', (_what, glb, fault) => expect(check(glb)).toMatchObject(fault));

  it('never fails in another way, whatever is changed in it', () => {
    const whole = boxGlb();
    let random = 7;
    const next = (below: number): number => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
      return random % below;
    };
    for (let round = 0; round < 3000; round += 1) {
      const bytes = Uint8Array.from(whole);
      for (let change = 0; change <= next(4); change += 1) bytes[next(bytes.length)] = next(256);
      expect(() => checkGlb(bytes)).not.toThrow();
    }
  });
});
