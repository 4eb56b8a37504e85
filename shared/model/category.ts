/** The six categories of the contract; the label is also the name of the category's folder on disk. */
export const CATEGORIES = [
  { id: 'kg-csv', label: 'KG CSV Datamodel' },
  { id: 'model-3d', label: '3D Model' },
  { id: 'bim-source', label: 'BIM Source File' },
  { id: 'spec-sheet', label: 'Spec Sheet' },
  { id: 'maintenance', label: 'Maintenance Document' },
  { id: 'other', label: 'Other' },
] as const;

export type Category = (typeof CATEGORIES)[number]['id'];

const byId = new Map<string, Category>(CATEGORIES.map((entry) => [entry.id, entry.id]));
const labels = new Map<Category, string>(CATEGORIES.map((entry) => [entry.id, entry.label]));

export function parseCategory(value: unknown): Category | null {
  return typeof value === 'string' ? (byId.get(value) ?? null) : null;
}

export function categoryLabel(category: Category): string {
  return labels.get(category) ?? category;
}

/** What is kept of a site on this computer: everything, nothing (on demand only), or these categories. */
export type Keep = 'all' | 'none' | readonly Category[];

/** The choice that exactly these ticks make. */
export function keepOf(ticked: readonly Category[]): Keep {
  if (ticked.length === 0) return 'none';
  return ticked.length === CATEGORIES.length ? 'all' : ticked;
}

/** Is a new file of this category kept on this computer, if nothing is chosen for the file itself? */
export function isKept(keep: Keep, category: Category): boolean {
  return keep === 'all' || (keep !== 'none' && keep.includes(category));
}
