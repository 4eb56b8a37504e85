import {
  Box3,
  LoadingManager,
  Mesh,
  Raycaster,
  Vector2,
  type Intersection,
  type Material,
  type Object3D,
} from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import { format } from '../../../ui/words/format.ts';
import type { LoadModel } from '../model/model-room.tsx';
import type { OpenModel, Picked } from '../model/picked.ts';
import type { Stage } from '../model/stage.ts';
import type { PreviewFile } from '../preview-file.ts';
import { contentFailure, damaged, workerFailure } from '../read-content.ts';
import type { CheckedGlb } from './check-glb.ts';
import type { GlbFault } from './glb-format.ts';
import { MOST_BYTES, type FromGlb, type OpenGlb } from './glb-messages.ts';

export interface OpenGltf extends OpenModel {
  readonly triangles: number;
}

/** Reads and checks the file in a worker, then has three.js build its meshes. */
export function loadGltf(
  file: PreviewFile,
  onOutside: (names: readonly string[]) => void,
): LoadModel<OpenGltf> {
  return async (stage, signal, onProgress) => {
    const checked = await check(file, signal, (done) =>
      onProgress(text('preview.opening'), file.size === null ? 0 : done / file.size),
    );
    if (!checked.ok) return checked;
    const { glb, triangles, outside } = checked.value;
    onOutside(outside);
    const manager = new LoadingManager();
    // After the check nothing refers elsewhere. If anything still did, it would not be requested.
    manager.setURLModifier((url) => {
      if (url.startsWith('blob:')) return url;
      throw new Error(`refers to ${url.slice(0, 80)}`);
    });
    try {
      const { scene } = await new GLTFLoader(manager).parseAsync(glb, '');
      return ok({ triangles, ...standing(scene, stage) });
    } catch (error) {
      return fail(damaged(text('preview.failed', { name: file.name, reason: String(error) })));
    }
  };
}

function check(
  file: PreviewFile,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Result<CheckedGlb>> {
  const worker = new Worker(new URL('./glb.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  return new Promise((resolve) => {
    const done = (result: Result<CheckedGlb>): void => {
      worker.terminate();
      resolve(result);
    };
    const broken = (reason: string): Failure => damaged(text('preview.failed', { name: file.name, reason }));
    worker.addEventListener('error', (event) => done(fail(workerFailure(file.name, event, broken))));
    worker.addEventListener('message', ({ data }: MessageEvent<FromGlb>) => {
      switch (data.kind) {
        case 'progress':
          return onProgress(data.done);
        case 'checked':
          return done(ok(data.checked));
        case 'unread':
          return done(fail(contentFailure(file, data.fault, data.size, MOST_BYTES)));
        case 'fault':
          return done(fail(faultWords(file.name, data.fault, data.size)));
        default:
          return data satisfies never;
      }
    });
    const message: OpenGlb = { url: new URL(file.url, location.href).href };
    worker.postMessage(message);
  });
}

function standing(scene: Object3D, stage: Stage): OpenModel {
  scene.updateMatrixWorld(true);
  const box = new Box3().setFromObject(scene);
  stage.add(scene);
  const rays = new Raycaster();
  return {
    box,
    pick: async (x, y) => {
      const { clientWidth, clientHeight } = stage.canvas;
      rays.setFromCamera(new Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), stage.camera);
      const [hit] = rays.intersectObject(scene);
      return hit === undefined ? null : pickedOf(hit);
    },
    close: () => dispose(scene),
  };
}

function pickedOf({ point, face, object }: Intersection): Picked {
  const { geometry } = object as Mesh;
  const places = geometry.getAttribute('position');
  const corners = [face?.a, face?.b, face?.c]
    .filter((at) => at !== undefined)
    .map((at) => point.clone().fromBufferAttribute(places, at).applyMatrix4(object.matrixWorld));
  return { point, corners, item: null };
}

function dispose(scene: Object3D): void {
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    object.geometry.dispose();
    for (const material of [object.material as Material | Material[]].flat()) material.dispose();
  });
}

function faultWords(name: string, { code, detail }: GlbFault, size: number): Failure {
  switch (code) {
    case 'no-glb':
      return damaged(text(size === 0 ? 'preview.empty' : 'preview.gltf.noGlb', { name }));
    case 'old':
      return damaged(text('preview.gltf.old', { name, version: detail }));
    case 'cut':
      return damaged(
        text('preview.gltf.cut', { name, size: format.bytes(size), stated: format.bytes(Number(detail)) }),
      );
    case 'no-document':
      return damaged(text('preview.gltf.noDocument', { name, detail }));
    case 'reference':
      return damaged(text('preview.gltf.reference', { name, detail }));
    case 'range':
      return damaged(text('preview.gltf.range', { name, detail }));
    case 'needs-file':
      return damaged(text('preview.gltf.needsFile', { name, detail }), text('preview.gltf.needsFileHint'));
    case 'needs-extension':
      return damaged(text('preview.gltf.needsExtension', { name, detail }), text('preview.ownProgram'));
    case 'loop':
      return damaged(text('preview.gltf.loop', { name, detail }));
    case 'huge':
      return damaged(text('preview.gltf.huge', { name }));
    default:
      return code satisfies never;
  }
}
