import type { Category } from '../../../shared/model/category.ts';
import { baseName, folderOf, type RelPath, splitExtension } from '../../../shared/model/rel-path.ts';
import { headerSign, isDatamodelHeader } from '../datamodel/csv-header.ts';

const BIM_SOURCES = [
  'ifc',
  'ifczip',
  'ifcxml',
  'rvt',
  'rfa',
  'rte',
  'dwg',
  'dxf',
  'dgn',
  'nwd',
  'nwc',
  'nwf',
  'skp',
  'pln',
  'bcf',
  'bcfzip',
];
const MODELS = [
  'glb',
  'gltf',
  'obj',
  'mtl',
  'fbx',
  'stl',
  'usdz',
  'dae',
  '3ds',
  '3dm',
  '3mf',
  'las',
  'laz',
  'e57',
  'ply',
  'pcd',
  'frag',
];
const SHEETS = ['pdf', 'doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'md', 'html'];

const byExtension = new Map<string, Category | 'document' | 'table'>([
  ...BIM_SOURCES.map((extension) => [extension, 'bim-source'] as const),
  ...MODELS.map((extension) => [extension, 'model-3d'] as const),
  ...SHEETS.map((extension) => [extension, 'document'] as const),
  ['csv', 'table'],
  ['tsv', 'table'],
]);

/**
 * Maintenance documents have words that begin like this in their names or folders: English, German, Dutch, Danish,
 * French, Spanish.
 */
const MAINTENANCE =
  /(^|[^\p{L}])(maint|servic|inspect|inspek|repair|logbook|log([^\p{L}]|s?$)|checklist|o ?& ?m([^\p{L}]|$)|commission|wartung|instandh|reparatur|prüf|messprot|abnahmeprot|inbetrieb|onderhoud|keuring|vedligehold|eftersyn|entretien|mantenim|manutenz)/u;

/**
 * Suggests a category for a file outside the category folders: by its extension; for PDFs and office documents also by
 * its names; for tables by the first line. A person can change it.
 */
export function suggestCategory(path: RelPath, head: Uint8Array | null): Category {
  const extension = extensionOf(path);
  const known = byExtension.get(extension);
  if (known === undefined) return isMaintenance(path) && extension === 'txt' ? 'maintenance' : 'other';
  if (known === 'table') return head !== null && isDatamodelHeader(head) ? 'kg-csv' : tableByName(path);
  if (known === 'document') return documentByName(path, extension);
  return known;
}

/** Why a category is suggested, shown to the person who decides; null if the extension says it all. */
export interface SuggestionReason {
  readonly why: 'header' | 'looks-like-datamodel' | 'name' | 'folder';
  /** What says so: columns of the header, or the folder. */
  readonly by: readonly string[];
}

/** The reason behind `suggestCategory`, for display only: what is sent has the same category with and without it. */
export function suggestionReason(path: RelPath, head: Uint8Array | null): SuggestionReason | null {
  const kind = byExtension.get(extensionOf(path));
  const { datamodel, columns } = kind === 'table' && head !== null ? headerSign(head) : NO_SIGN;
  if (datamodel === 'yes') return { why: 'header', by: columns };
  if (suggestCategory(path, head) === 'maintenance') {
    if (MAINTENANCE.test(words(baseName(path)))) return { why: 'name', by: [] };
    return {
      why: 'folder',
      by: folderOf(path)
        .split('/')
        .filter((each) => MAINTENANCE.test(words(each))),
    };
  }
  return datamodel === 'maybe' ? { why: 'looks-like-datamodel', by: columns } : null;
}

const NO_SIGN = { datamodel: 'no', columns: [] } as const;

function extensionOf(path: RelPath): string {
  return splitExtension(baseName(path))[1].slice(1).toLowerCase();
}

function tableByName(path: RelPath): Category {
  return isMaintenance(path) ? 'maintenance' : 'other';
}

function documentByName(path: RelPath, extension: string): Category {
  if (isMaintenance(path)) return 'maintenance';
  return extension === 'pdf' ? 'spec-sheet' : 'other';
}

function isMaintenance(path: RelPath): boolean {
  return [baseName(path), ...folderOf(path).split('/')].some((segment) => MAINTENANCE.test(words(segment)));
}

/** `AHU-1_ServiceLog.pdf` → `ahu-1 service log.pdf` */
function words(segment: string): string {
  return segment
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
