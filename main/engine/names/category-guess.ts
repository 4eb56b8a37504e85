import type { Category } from '../../../shared/model/category.ts';
import { baseName, folderOf, type RelPath, splitExtension } from '../../../shared/model/rel-path.ts';
import { type HeaderSign, headerSign } from '../datamodel/csv-header.ts';

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

/** Words begin after what is no letter. English, German, Dutch, Danish, French, Spanish. */
const saying = (words: string): RegExp => new RegExp(`(^|[^\\p{L}])(${words})`, 'u');

/**
 * Names of files and folders that say what documents and tables are. A name that says several things is read as the first
 * of them: a "data sheet inspection" is an inspection.
 */
const SIGNS: readonly (readonly [Category, RegExp])[] = [
  [
    'maintenance',
    saying(
      'maint|servic|inspect|inspek|repair|logbook|log([^\\p{L}]|s?$)|checklist|o ?& ?m([^\\p{L}]|$)|commission|test[ -]?(report|record|certificate|protocol)|wartung|instandh|reparatur|prüf|messprot|abnahmeprot|inbetrieb|onderhoud|keuring|testrapport|vedligehold|eftersyn|entretien|mantenim|manutenz',
    ),
  ],
  [
    'spec-sheet',
    saying(
      'data[ -]?sheet|specs?([^\\p{L}]|$)|specification|submittal|cut[ -]?sheet|datenbl|produktdatenbl|productblad|gegevensblad|datablad|fiches? technique|fichas? técnica|hojas? de datos',
    ),
  ],
  ['kg-csv', saying('kg[ -]?csv|data[ -]?model|datenmodell|points?[ -]?list')],
];

/**
 * Suggests a category for a file outside the category folders: by its extension; for documents and tables also by what the
 * nearest of its names says, its own before those of its folders; for tables first of all by the first line. A person
 * can change it.
 */
export function suggestCategory(path: RelPath, head: Uint8Array | null): Category {
  const extension = extensionOf(path);
  const known = byExtension.get(extension);
  const says = signOf(path)?.category;
  if (known === undefined) return says === 'maintenance' && extension === 'txt' ? 'maintenance' : 'other';
  if (known === 'table') return tableCategory(headerOf(path, head).datamodel, says);
  if (known === 'document') return documentCategory(extension, says);
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
  const { datamodel, columns } = headerOf(path, head);
  if (datamodel === 'yes') return { why: 'header', by: columns };
  const category = suggestCategory(path, head);
  const sign = signOf(path);
  const isBySign = sign?.category === category;
  if (isBySign && sign.folder === null && !isByExtension(path, category)) return { why: 'name', by: [] };
  // Whoever commissions a plant has its datamodel beside the reports: a person should look, whatever the folder says.
  if (datamodel === 'maybe' && category !== 'kg-csv') return { why: 'looks-like-datamodel', by: columns };
  return isBySign && sign.folder !== null ? { why: 'folder', by: [sign.folder] } : null;
}

/** Would it have that category under any name? */
function isByExtension(path: RelPath, category: Category): boolean {
  return suggestCategory(`x${splitExtension(baseName(path))[1]}` as RelPath, null) === category;
}

const NO_SIGN = { datamodel: 'no', columns: [] } as const;

/** What the first line of a table says; nothing for all other files. */
function headerOf(path: RelPath, head: Uint8Array | null): HeaderSign {
  return head !== null && byExtension.get(extensionOf(path)) === 'table' ? headerSign(head) : NO_SIGN;
}

function extensionOf(path: RelPath): string {
  return splitExtension(baseName(path))[1].slice(1).toLowerCase();
}

function tableCategory(datamodel: HeaderSign['datamodel'], says: Category | undefined): Category {
  if (datamodel === 'yes' || (datamodel === 'maybe' && says === 'kg-csv')) return 'kg-csv';
  return says === 'maintenance' ? 'maintenance' : 'other';
}

function documentCategory(extension: string, says: Category | undefined): Category {
  if (says === 'maintenance' || says === 'spec-sheet') return says;
  return extension === 'pdf' ? 'spec-sheet' : 'other';
}

/**
 * What the nearest name says that says anything; `folder` is null if it is the file's own. A folder of a whole project
 * says less of a file than the one it lies in.
 */
function signOf(path: RelPath): { readonly category: Category; readonly folder: string | null } | null {
  const names = [...folderOf(path).split('/'), baseName(path)].toReversed();
  for (const [at, name] of names.entries()) {
    const said = words(name);
    const sign = SIGNS.find(([, pattern]) => pattern.test(said));
    if (sign !== undefined) return { category: sign[0], folder: at === 0 ? null : name };
  }
  return null;
}

/** `AHU-1_ServiceLog.pdf` → `ahu-1 service log.pdf` */
function words(segment: string): string {
  return segment
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
