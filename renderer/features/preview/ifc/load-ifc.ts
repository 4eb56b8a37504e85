import { FragmentsModels, RenderedFaces, type FragmentsModel } from '@thatopen/fragments';
// oxlint-disable-next-line import/default -- the bundler makes the default of an address
import workerUrl from '@thatopen/fragments/worker?worker&url';
import { Color, Vector2, Vector3, type Box3 } from 'three';
import { fail, ok, type Failure, type Result } from '../../../../shared/failure.ts';
import { text } from '../../../text/setup.ts';
import type { LoadModel } from '../model/model-room.tsx';
import type { OpenModel, Picked } from '../model/picked.ts';
import type { Stage } from '../model/stage.ts';
import type { PreviewFile } from '../preview-file.ts';
import { contentFailure, damaged, partMissing, workerFailure } from '../read-content.ts';
import { MOST_BYTES, type FromIfc, type IfcFault, type ToIfc } from './ifc-messages.ts';
import { factsOf, FACTS_ASKED, nameOf, type FactGroup } from './item-facts.ts';
import { placesOf, ROOM_CLASSES, treeOf, UNBUILT_CLASSES, withUnplaced, type IfcNode } from './ifc-tree.ts';

export interface OpenIfc extends OpenModel {
  readonly tree: readonly IfcNode[];
  /** The file stops before its end. */
  readonly isPartial: boolean;
  /** Names of elements, asked for as they come into view; null: it has none. */
  readonly names: (items: readonly number[]) => Promise<ReadonlyMap<number, string | null>>;
  readonly facts: (item: number) => Promise<readonly FactGroup[]>;
  /** Shows rooms, which are hidden at first, or hides them; null if there are none to show. */
  readonly showRooms: ((on: boolean) => Promise<void>) | null;
  /** Highlights one element, or none. */
  readonly mark: (item: number | null) => Promise<void>;
  readonly boxOf: (item: number) => Promise<Box3>;
}

type Converted = Extract<FromIfc, { kind: 'ready' }>;

const CHOSEN = {
  color: new Color('#2b62d1'),
  renderedFaces: RenderedFaces.TWO,
  opacity: 1,
  transparent: false,
};
/** How long after a change of view parts of the model may still be loading, ms. */
const SETTLING = 3000;

/** Converts the model in a worker, or takes an earlier result, and puts it on the stage. */
export function loadIfc(file: PreviewFile): LoadModel<OpenIfc> {
  return async (stage, signal, onProgress) => {
    const converted = await convert(file, signal, onProgress);
    if (!converted.ok) return converted;
    onProgress(text('preview.ifc.drawing'), 1);
    const library = new FragmentsModels(workerUrl, { maxWorkers: 2 });
    signal.addEventListener('abort', () => void library.dispose());
    const { fragments, isPartial } = converted.value;
    const model = await library.load(fragments, { modelId: 'model', camera: stage.camera });
    const { box, isHiding } = await showBuilt(model);
    const tree = await partsOf(model);
    if (box.isEmpty() || placesOf(tree).length === 0) {
      await library.dispose();
      return fail(damaged(text(isPartial ? 'preview.ifc.cut' : 'preview.ifc.nothing', { name: file.name })));
    }
    stage.add(model.object);
    const stir = follow(stage, library);
    await library.update(true);
    const showRooms = isHiding ? await roomsSwitch(model, stir) : null;
    return ok({ ...openModel(model, stage, library), box, tree, isPartial, showRooms });
  };
}

/** Hides what nobody builds, which would be drawn as solids in the rooms, and measures the rest. */
async function showBuilt(
  model: FragmentsModel,
): Promise<Pick<OpenIfc, 'box'> & { readonly isHiding: boolean }> {
  const unbuilt = new Set(await itemsOf(model, UNBUILT_CLASSES));
  const built = (await model.getItemsIdsWithGeometry()).filter((item) => !unbuilt.has(item));
  // If a file has only rooms, they are shown.
  if (unbuilt.size === 0 || built.length === 0) return { box: model.box.clone(), isHiding: false };
  await model.setVisible([...unbuilt], false);
  return { box: await model.getMergedBox(built), isHiding: true };
}

async function roomsSwitch(model: FragmentsModel, stir: () => void): Promise<OpenIfc['showRooms']> {
  const rooms = await itemsOf(model, ROOM_CLASSES);
  if (rooms.length === 0) return null;
  return async (on) => {
    await model.setVisible([...rooms], on);
    stir();
  };
}

/** The building by its places, and what is drawn and in none of them. */
async function partsOf(model: FragmentsModel): Promise<readonly IfcNode[]> {
  const placed = treeOf(await model.getSpatialStructure());
  const drawn = await model.getItemsIdsWithGeometry();
  return withUnplaced(placed, drawn, await model.getItemsOfCategories([/./]));
}

async function itemsOf(model: FragmentsModel, classes: RegExp): Promise<readonly number[]> {
  return Object.values(await model.getItemsOfCategories([classes])).flat();
}

function convert(
  file: PreviewFile,
  signal: AbortSignal,
  onProgress: (words: string, share: number) => void,
): Promise<Result<Converted>> {
  const worker = new Worker(new URL('./ifc.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  return new Promise((resolve) => {
    const done = (result: Result<Converted>): void => {
      worker.terminate();
      resolve(result);
    };
    const broken = (detail: string): Failure => faultWords(file.name, { code: 'broken', detail });
    worker.addEventListener('error', (event) => done(fail(workerFailure(file.name, event, broken))));
    worker.addEventListener('message', ({ data }: MessageEvent<FromIfc>) => {
      switch (data.kind) {
        case 'progress':
          return data.step === 'reading'
            ? onProgress(text('preview.ifc.reading'), file.size === null ? 0 : data.done / file.size)
            : onProgress(text('preview.ifc.converting'), data.done);
        case 'ready':
          return done(ok(data));
        case 'unread':
          return done(fail(contentFailure(file, data.fault, data.size, MOST_BYTES)));
        case 'fault':
          return done(fail(faultWords(file.name, data.fault)));
        default:
          return data satisfies never;
      }
    });
    const message: ToIfc = {
      url: new URL(file.url, location.href).href,
      wasm: new URL('./ifc-data/', document.baseURI).href,
    };
    worker.postMessage(message);
  });
}

/**
 * The library loads what the camera sees: for a while after each change of view it is updated and drawn in every frame.
 * Call the returned function when the picture changes for another reason.
 */
function follow(stage: Stage, library: FragmentsModels): () => void {
  let until = performance.now() + SETTLING;
  let seen = '';
  stage.onFrame = () => {
    const now = performance.now();
    const view = stage.camera.matrixWorld.elements.join(' ');
    if (view !== seen) until = now + SETTLING;
    seen = view;
    if (now > until) return;
    void library.update();
    stage.refresh();
  };
  return () => {
    until = performance.now() + SETTLING;
    stage.refresh();
  };
}

function openModel(
  model: FragmentsModel,
  stage: Stage,
  library: FragmentsModels,
): Omit<OpenIfc, 'box' | 'tree' | 'isPartial' | 'showRooms'> {
  return {
    pick: (x, y) => pick(model, stage, x, y),
    names: async (items) => {
      const data = await model.getItemsData([...items], {
        attributesDefault: false,
        attributes: ['Name', 'LongName'],
      });
      return new Map(items.map((item, at) => [item, data[at] === undefined ? null : nameOf(data[at])]));
    },
    facts: async (item) => {
      const [data] = await model.getItemsData([item], FACTS_ASKED);
      return data === undefined ? [] : factsOf(data);
    },
    mark: async (item) => {
      await model.resetHighlight();
      if (item !== null) await model.highlight([item], CHOSEN);
      await library.update(true);
      stage.refresh();
    },
    boxOf: (item) => model.getMergedBox([item]),
    close: () => {
      stage.onFrame = null;
      void library.dispose();
    },
  };
}

async function pick(model: FragmentsModel, stage: Stage, x: number, y: number): Promise<Picked | null> {
  const { left, top } = stage.canvas.getBoundingClientRect();
  const hit = await model.raycast({
    camera: stage.camera,
    mouse: new Vector2(left + x, top + y),
    dom: stage.canvas,
  });
  if (hit === null) return null;
  const places = hit.facePoints ?? new Float64Array(0);
  const corners = Array.from({ length: places.length / 3 }, (_, at) =>
    new Vector3().fromArray(places, at * 3).applyMatrix4(model.object.matrixWorld),
  );
  return { point: hit.point, corners, item: hit.localId };
}

function faultWords(name: string, { code, detail }: IfcFault): Failure {
  switch (code) {
    case 'empty':
      return damaged(text('preview.empty', { name }));
    case 'no-ifc':
      return damaged(text('preview.ifc.noIfc', { name }));
    case 'schema':
      return damaged(text('preview.ifc.schema', { name, schema: detail || '–' }), text('preview.ownProgram'));
    case 'cut':
      return damaged(text('preview.ifc.cut', { name }));
    case 'part-missing':
      return partMissing(name);
    case 'broken':
      return damaged(text('preview.ifc.broken', { name, reason: detail }));
    default:
      return code satisfies never;
  }
}
