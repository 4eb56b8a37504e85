import type { Vector } from '../building.ts';

/** Triangles with flat normals. Plan coordinates (z up) come in, glTF coordinates (y up) are stored. */
export class Mesh {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly indices: number[] = [];

  /** A convex polygon, counter-clockwise seen from its front. */
  face(...corners: Vector[]): void {
    const [a, b, c] = corners;
    if (a === undefined || b === undefined || c === undefined)
      throw new Error('a face has three corners or more');
    const normal = unit(cross(subtract(b, a), subtract(c, a)));
    this.smoothFace(
      corners,
      corners.map(() => normal),
    );
  }

  smoothFace(corners: readonly Vector[], normals: readonly Vector[]): void {
    const first = this.positions.length / 3;
    for (const [x, y, z] of corners) this.positions.push(x, z, -y);
    for (const [x, y, z] of normals) this.normals.push(x, z, -y);
    for (let corner = 2; corner < corners.length; corner += 1) {
      this.indices.push(first, first + corner - 1, first + corner);
    }
  }

  box([x, y, z]: Vector, [l, w, h]: Vector): void {
    const [X, Y, Z] = [x + l, y + w, z + h];
    this.face([x, y, z], [X, y, z], [X, y, Z], [x, y, Z]);
    this.face([X, Y, z], [x, Y, z], [x, Y, Z], [X, Y, Z]);
    this.face([X, y, z], [X, Y, z], [X, Y, Z], [X, y, Z]);
    this.face([x, Y, z], [x, y, z], [x, y, Z], [x, Y, Z]);
    this.face([x, y, Z], [X, y, Z], [X, Y, Z], [x, Y, Z]);
    this.face([x, Y, z], [X, Y, z], [X, y, z], [x, y, z]);
  }

  /** A closed round bar between two points. */
  bar(from: Vector, to: Vector, radius: number, sides = 16): void {
    const axis = unit(subtract(to, from));
    const side = unit(cross(Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], axis));
    const up = cross(axis, side);
    const ring = Array.from({ length: sides }, (_, step): Vector => {
      const angle = (2 * Math.PI * step) / sides;
      return add(scale(side, Math.cos(angle)), scale(up, Math.sin(angle)));
    });
    const at = (centre: Vector, direction: Vector): Vector => add(centre, scale(direction, radius));
    ring.forEach((direction, step) => {
      const following = ring[(step + 1) % sides] ?? direction;
      this.smoothFace(
        [at(from, direction), at(from, following), at(to, following), at(to, direction)],
        [direction, following, following, direction],
      );
    });
    this.face(...ring.map((direction) => at(to, direction)));
    this.face(...ring.toReversed().map((direction) => at(from, direction)));
  }

  /** A run of round bars; square-cut elbows overlap by one radius. */
  pipe(path: readonly Vector[], radius: number): void {
    path.slice(1).forEach((to, index) => {
      const from = path[index] ?? to;
      const overlap = scale(unit(subtract(to, from)), index === 0 ? 0 : radius);
      this.bar(subtract(from, overlap), to, radius);
    });
  }
}

function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function scale(a: Vector, by: number): Vector {
  return [a[0] * by, a[1] * by, a[2] * by];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Vector): Vector {
  const length = Math.hypot(...a);
  return length === 0 ? [0, 0, 1] : scale(a, 1 / length);
}
