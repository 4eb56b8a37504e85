import type { FileRow } from '../../../shared/ipc/files.ts';
import { splitExtension } from '../../../shared/model/rel-path.ts';

/** A file on this computer that is to be looked at. */
export interface PreviewFile {
  /** Address of its bytes, from `Bridge.contentUrl`: always the copy on this computer. */
  readonly url: string;
  readonly name: string;
  /** Bytes; null where nobody has looked yet. */
  readonly size: number | null;
  /** Another one when the content changes, so that an open preview follows: a hash, else size and time. */
  readonly version: string;
}

/** The copy of a file of a site; `contentUrl` is the bridge's. Keep it (useMemo) while the row is the same. */
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

/** How a file can be shown, by its name; its content is looked at by what shows it. */
export function kindOf(name: string): PreviewKind {
  return BY_ENDING.get(endingOf(name)) ?? 'none';
}

/** Without the dot, in small letters; empty where the name has none. */
export function endingOf(name: string): string {
  return splitExtension(name)[1].slice(1).toLowerCase();
}

/** Kinds that take a while and much memory: beside a list they are opened by a press only. */
export function isHeavy(kind: PreviewKind): boolean {
  return kind === 'glb' || kind === 'ifc';
}
