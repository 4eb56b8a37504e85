import type { Box3, Vector3 } from 'three';
import type { Stage } from './stage.ts';

/** A place on the surface of a model. */
export interface Picked {
  /** Metres. */
  readonly point: Vector3;
  /** The corners of its face. */
  readonly corners: readonly Vector3[];
  /** The element of a building that it belongs to, if the model has elements. */
  readonly item: number | null;
}

/** A model on a stage. */
export interface OpenModel {
  readonly box: Box3;
  /** What is at a point of the canvas, in pixels; null: nothing. */
  readonly pick: (x: number, y: number) => Promise<Picked | null>;
  readonly close: () => void;
}

/** A measured point snaps to a corner within this distance, px. */
const REACH = 12;

/** The corner near the pressed place, else the place itself. */
export function snapped(stage: Stage, { point, corners }: Picked, x: number, y: number): Vector3 {
  let nearest = point;
  let least = REACH;
  for (const corner of corners) {
    const at = stage.project(corner);
    const away = at === null ? Number.POSITIVE_INFINITY : Math.hypot(at.x - x, at.y - y);
    if (away >= least) continue;
    least = away;
    nearest = corner;
  }
  return nearest;
}
