import type { CsvReport } from '../../main/datamodel/ports.ts';
import type { ReadDatamodel } from '../../main/datamodel/datamodel-cache.ts';
import type { DatamodelPoint, EquipmentFact } from '../../shared/model/datamodel.ts';

/** A datamodel as if it had been read. */
export function model(
  path: string,
  points: readonly DatamodelPoint[],
  equipment: readonly EquipmentFact[] = [],
): ReadDatamodel {
  const report = { columns: { id: 'id' }, points, equipment, problems: [] } as unknown as CsvReport;
  return { file: { id: null, path, here: null, agreed: null }, report, confirmed: false, failure: null };
}

export function point(id: string, more: Partial<DatamodelPoint> = {}): DatamodelPoint {
  return { id, label: id, unit: null, class: null, equipment: null, line: 2, ...more };
}

/** A clock that stands, and waits that are over at once. */
export const env = { now: () => Date.now(), sleep: async (): Promise<void> => undefined };
