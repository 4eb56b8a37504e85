import type { PointFacts } from './panels.ts';

/** The points of a site's datamodels, for names and units; what no datamodel names goes by its id. */
export interface PointsIndex {
  readonly all: readonly PointFacts[];
  readonly of: (id: string) => PointFacts;
}

export function pointsIndex(all: readonly PointFacts[]): PointsIndex {
  const byId = new Map(all.map((point) => [point.id, point]));
  return {
    all,
    of: (id) => byId.get(id) ?? { id, label: id, unit: null, class: null, equipment: null },
  };
}
