import type { DatamodelPoint } from '../model/datamodel.ts';
import type { Panel, SavedView } from '../model/series.ts';

/** A view that is ready to be shown. */
export interface ResolvedView {
  readonly panels: readonly Panel[];
  /** What it asks for but cannot have: ids that no datamodel names, or classes that the equipment has no point of. */
  readonly missing: readonly string[];
}

type Named = Pick<DatamodelPoint, 'id' | 'class' | 'label'>;

/** A view of certain series: all are shown, and those that no datamodel names are also listed. */
export function resolveView(view: SavedView, known: ReadonlySet<string>): ResolvedView {
  const ids = view.panels.flatMap(({ series }) => series);
  return { panels: view.panels, missing: [...new Set(ids)].filter((id) => !known.has(id)) };
}

/**
 * Applies a template to one piece of equipment: each class becomes the equipment's points of that class, in the order
 * of their labels. Panels for which it has no points are left out.
 */
export function resolveTemplate(template: SavedView, points: readonly Named[]): ResolvedView {
  const byClass = Map.groupBy(points, (point) => classKey(point.class));
  const missing = new Set<string>();
  const panels = template.panels.map(({ series }) => ({
    series: series.flatMap((wanted) => {
      const found = byClass.get(classKey(wanted)) ?? [];
      if (found.length === 0) missing.add(wanted);
      return found.toSorted((a, b) => a.label.localeCompare(b.label)).map(({ id }) => id);
    }),
  }));
  return { panels: panels.filter(({ series }) => series.length > 0), missing: [...missing] };
}

/**
 * Makes a view of certain series a template for all equipment of a class. Points without a class cannot be found again.
 */
export function templateOf(view: SavedView, equipmentClass: string, points: readonly Named[]): SavedView {
  const classes = new Map(points.map((point) => [point.id, point.class]));
  const panels = view.panels.map(({ series }) => ({
    series: [...new Set(series.flatMap((id) => classes.get(id) ?? []))],
  }));
  const filled = panels.filter(({ series }) => series.length > 0);
  return { ...view, panels: filled, template: equipmentClass, colours: undefined };
}

/** Names of the views that show one of these series. Templates find theirs by class and never break. @public */
export function viewsWith(views: readonly SavedView[], ids: ReadonlySet<string>): readonly string[] {
  return views
    .filter(
      ({ template, panels }) =>
        template === null && panels.some(({ series }) => series.some((id) => ids.has(id))),
    )
    .map(({ name }) => name);
}

function classKey(name: string | null): string {
  return (name ?? '').toLowerCase();
}
