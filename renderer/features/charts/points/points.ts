import type { Output } from '../../../../shared/ipc/contract.ts';
import { useMemo } from 'react';
import { useAnswer } from '../../../state/engine.tsx';
import type { PointFacts } from '../panels.ts';

/** Names and units of the points on the charts; what no datamodel names goes by its id. */
export interface PointsIndex {
  /** Those that a datamodel names. */
  readonly all: readonly PointFacts[];
  readonly of: (id: string) => PointFacts;
}

export function usePoints(site: string, ids: readonly string[]): PointsIndex {
  const { data } = useAnswer('points.get', { site, ids: [...ids] });
  return useMemo(() => pointsIndex(data ?? []), [data]);
}

export function pointsIndex(all: readonly PointFacts[]): PointsIndex {
  const byId = new Map(all.map((point) => [point.id, point]));
  return {
    all,
    of: (id) => byId.get(id) ?? { id, label: id, unit: null, class: null, equipment: null, lastAt: null },
  };
}

/**
 * The kind of equipment that a template fits: its class if a datamodel names one, else its name without the number,
 * since an AHU-03 is often just called that.
 */
export function kindOf({
  name,
  class: kind,
}: Pick<Output<'points.equipment'>[number], 'name' | 'class'>): string {
  return kind ?? (name ?? '').replace(/[\s_.-]*\d.*$/, '');
}
