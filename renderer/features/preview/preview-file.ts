import type { FileRow } from '../../../shared/ipc/files.ts';
import { splitExtension } from '../../../shared/model/rel-path.ts';

/** A file on this computer to be shown. */
export interface PreviewFile {
  /** Address of its bytes, from `Bridge.contentUrl`: always the copy on this computer. */
  readonly url: string;
  readonly name: string;
  /** Bytes; null if not known yet. */
  readonly size: number | null;
  /** Changes with the content, so that an open preview follows: a hash, else size and time. */
  readonly version: string;
}

/** The local copy of a file of a site. Memoize it (useMemo) while the row stays the same. */
export function previewOf(
  contentUrl: (what: 'file', site: string, key: string) => string,
  site: string,
  { key, name, size, changedAt }: Pick<FileRow, 'key' | 'name' | 'size' | 'changedAt'>,
): PreviewFile {
  return { url: contentUrl('file', site, key), name, size, version: `${size} ${changedAt}` };
}

export type PreviewKind = 'image' | 'svg' | 'pdf' | 'csv' | 'text' | 'glb' | 'ifc' | 'none';

const words = (line: string): readonly string[] => line.split(' ');

const KINDS: Readonly<Record<Exclude<PreviewKind, 'none'>, readonly string[]>> = {
  image: words('png jpg jpeg jfif gif webp bmp avif'),
  svg: words('svg'),
  pdf: words('pdf'),
  csv: words('csv tsv'),
  text: [
    ...words('txt log md json jsonl ndjson geojson ttl n3 rdf owl xml html htm yaml yml toml ini cfg conf'),
    ...words('sql py js ts css sh bat ps1 gcode step stp dxf obj mtl ids epw idf gltf'),
  ],
  glb: words('glb'),
  ifc: words('ifc'),
};

const BY_ENDING: ReadonlyMap<string, PreviewKind> = new Map(
  (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
    KINDS[kind].map((ending) => [ending, kind] as const),
  ),
);

/** How a file can be shown, by its name only. Each view checks the content itself. */
export function kindOf(name: string): PreviewKind {
  return BY_ENDING.get(endingOf(name)) ?? 'none';
}

/** The extension without the dot, in lower case; empty if there is none. */
export function endingOf(name: string): string {
  return splitExtension(name)[1].slice(1).toLowerCase();
}

/** Kinds that take a while and much memory: beside a list they open only when asked for. */
export function isHeavy(kind: PreviewKind): boolean {
  return kind === 'glb' || kind === 'ifc';
}
