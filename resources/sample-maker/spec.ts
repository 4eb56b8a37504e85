import type { PointSpec } from './series/point.ts';
import type { Calendar, Climate, World } from './series/world.ts';

export type Category = 'kg-csv' | 'model-3d' | 'bim-source' | 'spec-sheet' | 'maintenance' | 'other';

/** The fields of a site record that the service hands out unchanged. */
export interface SiteFacts {
  readonly id: string;
  readonly organization: string;
  readonly name: string;
  readonly address: string;
  /** Decimal degrees as text, as the service carries them. */
  readonly latitude: string;
  readonly longitude: string;
  readonly city: string;
  readonly country: string;
  readonly country_code: string;
  readonly timezone: string;
  readonly triplestore_graph_uri: string;
  readonly created_at: string;
}

export interface FileSpec {
  readonly name: string;
  readonly category: Category;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly contentType?: string;
  readonly make: (world: World) => Uint8Array | Promise<Uint8Array>;
}

export interface ModelSpec {
  readonly id: string;
  readonly file: string;
  readonly make: () => Uint8Array;
}

export interface SiteSpec {
  readonly facts: SiteFacts;
  readonly photo: { readonly file: string; readonly svg: string };
  readonly climate: Climate;
  readonly calendar: Calendar;
  readonly points: readonly PointSpec[];
  readonly files: readonly FileSpec[];
  readonly models: readonly ModelSpec[];
}

const LABELS: Readonly<Record<Category, string>> = {
  'kg-csv': 'KG CSV Datamodel',
  'model-3d': '3D Model',
  'bim-source': 'BIM Source File',
  'spec-sheet': 'Spec Sheet',
  maintenance: 'Maintenance Document',
  other: 'Other',
};

/** Metadata that places a file in a sub-folder of its category, as a SiteSync client writes it. */
export function inFolder(
  category: Category,
  folder: string,
  name: string,
): Readonly<Record<string, unknown>> {
  return { sitesync: { path: `${LABELS[category]}/${folder}/${name}` } };
}
