import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * The folder that a bench works in. Each run gets folders of its own, and all are removed at the very end: ext4 creates
 * files ten times slower for a while after a mass delete.
 */
export class Place {
  readonly root = mkdtempSync(join(tmpdir(), 'sitesync-bench-'));
  #count = 0;

  /** Path of a new folder. Only its parent exists. */
  fresh(name: string): string {
    this.#count += 1;
    const folder = join(this.root, `${this.#count}-${name}`);
    mkdirSync(dirname(folder), { recursive: true });
    return folder;
  }

  /** As `fresh`, but the folder exists. */
  folder(name: string): string {
    const folder = this.fresh(name);
    mkdirSync(folder);
    return folder;
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** How many files, of which sizes, in how many folders. */
export interface Shape {
  readonly files: number;
  readonly folders: number;
  /** Bytes of the smallest file. */
  readonly bytes: number;
  /** Number of sizes: `bytes`, twice `bytes`, and so on. */
  readonly sizes: number;
  /** Folder within the site that holds them. */
  readonly under: string;
}

export const W1: Shape = { files: 10_000, folders: 100, bytes: 4096, sizes: 1, under: 'Other' };
export const W2: Shape = { files: 100_000, folders: 1000, bytes: 1024, sizes: 1, under: 'Other' };
/** A handover: 450 MiB of photos and data sheets, outside the category folders. */
export const PHOTOS: Shape = { files: 200, folders: 10, bytes: 512 * 1024, sizes: 8, under: 'Handover' };

export function scaled(shape: Shape, scale: number): Shape {
  return {
    ...shape,
    files: Math.max(8, Math.round(shape.files * scale)),
    folders: Math.max(2, Math.round(shape.folders * scale)),
  };
}

/** Path of the n-th file, relative to the site's folder. */
export function pathOf({ under, folders }: Shape, n: number): string {
  return `${under}/folder ${n % folders}/file ${n}.bin`;
}

/** The bytes of the n-th file. No two files are alike. */
export function bytesOf(shape: Shape, n: number, version = 0): Buffer {
  const bytes = Buffer.alloc(shape.bytes * (1 + (n % shape.sizes)), 97 + (n % 26));
  bytes.write(`${n} ${version} `);
  return bytes;
}

export function fill(folder: string, shape: Shape): void {
  for (let n = 0; n < shape.folders; n++)
    mkdirSync(join(folder, dirname(pathOf(shape, n))), { recursive: true });
  for (let n = 0; n < shape.files; n++) writeFileSync(join(folder, pathOf(shape, n)), bytesOf(shape, n));
}
