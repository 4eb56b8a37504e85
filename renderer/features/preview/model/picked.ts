import type { Box3, Vector3 } from 'three';
import type { Stage } from './stage.ts';

/** A place on the surface of a model. */
export interface Picked {
  /** Metres. */
  readonly point: Vector3;
  /** Corners of the face that it lies on. */
  readonly corners: readonly Vector3[];
  /** The element of a building that it belongs to, where the model knows such. */
  readonly item: number | null;
}

/** A model that stands on a stage. */
export interface OpenModel {
  readonly box: Box3;
  /** What lies below a point of the canvas, in its pixels; null: nothing. */
  readonly pick: (x: number, y: number) => Promise<Picked | null>;
  readonly close: () => void;
}

/** Pixels within which a corner draws a measured point to itself. */
const REACH = 12;

/** The corner that is meant by a press near it, else the very place. */
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
