import type { EquipmentGroup, FilePoint } from './catalog.ts';

/** Which equipment is folded: all but `except`, or none but `except`; by name, null for points of none. */
export interface Folding {
  readonly all: boolean;
  readonly except: ReadonlySet<string | null>;
}

export type CatalogRow =
  | { readonly kind: 'equipment'; readonly group: EquipmentGroup; readonly folded: boolean }
  | { readonly kind: 'point'; readonly entry: FilePoint };

/** Lines `offset` to `offset + limit` of equipment with its points below, and how many lines there are. */
export function foldedRows(
  groups: readonly EquipmentGroup[],
  folding: Folding,
  offset: number,
  limit: number,
): { readonly rows: readonly CatalogRow[]; readonly total: number } {
  const rows: CatalogRow[] = [];
  const end = offset + limit;
  let at = 0;
  for (const group of groups) {
    const folded = folding.all !== folding.except.has(group.name);
    if (at >= offset && at < end) rows.push({ kind: 'equipment', group, folded });
    at += 1;
    if (folded) continue;
    const first = Math.max(0, offset - at);
    const last = Math.min(group.points.length, end - at);
    for (const entry of last > first ? group.points.slice(first, last) : [])
      rows.push({ kind: 'point', entry });
    at += group.points.length;
  }
  return { rows, total: at };
}
