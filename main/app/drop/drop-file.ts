import { type Category, categoryLabel } from '../../../shared/model/category.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';
import type { LocalFile } from '../../engine/trees.ts';
import type { DropAbout, DropEntry } from '../ports.ts';

/** A dropped file under review. */
export interface DropFile {
  readonly index: number;
  /** Below the drop, in NFC. */
  readonly path: string;
  readonly size: number;
  /** Epoch ms; null if the browser does not tell. */
  readonly modifiedAt: number | null;
  /** The first bytes of a table; null for the rest. */
  readonly head: Uint8Array | null;
  /** Where its bytes are on this computer; null if a browser sends them. */
  readonly entry: DropEntry | null;
}

/** Where a dropped file goes: its path below the drop, below the category's folder. */
export function targetOf(file: DropFile, category: Category): string {
  return `${categoryLabel(category)}/${file.path}`;
}

/** Tables show by their first line whether they are datamodels. */
export function isTable(path: string): boolean {
  return /\.(csv|tsv)$/i.test(path);
}

/** A chosen file and the free place that was found for it. */
export interface Chosen {
  readonly file: DropFile;
  readonly target: RelPath;
  /** What the person wants it to replace. */
  readonly replaces: string | null;
  /** That file as it was seen, if it may still be replaced; else null. */
  readonly over: LocalFile | null;
}

/** What a drop that comes to nothing is called: by the files that were chosen. */
export function aboutOf(chosen: readonly Chosen[]): DropAbout {
  const [first = ''] = chosen.map(({ file }) => file.path);
  const folder = first.slice(0, Math.max(0, first.indexOf('/')));
  const isAll = folder !== '' && chosen.every(({ file }) => file.path.startsWith(`${folder}/`));
  return { first, folder: isAll ? folder : null, files: chosen.length };
}
