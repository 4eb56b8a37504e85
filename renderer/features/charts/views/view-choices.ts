import type { Client } from '../../../../shared/ipc/client.ts';
import type { Output } from '../../../../shared/ipc/contract.ts';
import { resolveTemplate, resolveView, type ResolvedView } from '../../../../shared/series/saved-views.ts';
import { kindOf } from '../points/points.ts';

export type SavedView = Output<'views.list'>[number];
type Equipment = Output<'points.equipment'>[number];

/** A way to show a view: as it is, or, of a template, for one piece of equipment. */
export interface ViewChoice {
  readonly view: SavedView;
  /** Null: it is no template. */
  readonly equipment: string | null;
  readonly label: string;
}

/** A plain view once, a template once for each piece of equipment of its kind. */
export function choicesOf(view: SavedView, equipment: readonly Equipment[]): readonly ViewChoice[] {
  const { template } = view;
  if (template === null) return [{ view, equipment: null, label: view.name }];
  return equipment.flatMap((each) => {
    const fits = each.name !== null && kindOf(each).toLowerCase() === template.toLowerCase();
    return fits ? [{ view, equipment: each.name, label: `${view.name} · ${each.name}` }] : [];
  });
}

/** The charts of a choice, and what it asks for that no datamodel names (any more). */
export async function resolveChoice(
  client: Client,
  site: string,
  { view, equipment }: ViewChoice,
): Promise<ResolvedView> {
  if (equipment !== null) {
    return resolveTemplate(view, await client.call('points.of', { site, equipment }));
  }
  const ids = view.panels.flatMap(({ series }) => series).slice(0, 500);
  const known = await client.call('points.get', { site, ids });
  const resolved = resolveView(view, new Set(known.map(({ id }) => id)));
  // Where no point is named, they were typed, or no datamodel is here: nothing is missing by that.
  return known.length === 0 ? { ...resolved, missing: [] } : resolved;
}
