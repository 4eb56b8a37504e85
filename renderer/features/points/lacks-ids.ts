import type { DatamodelFile } from '../../../shared/ipc/datamodel.ts';

/** Is no column with the ids of timeseries known in it? A file that names equipment alone has none and lacks nothing. */
export function lacksIds({ columns, problems }: DatamodelFile): boolean {
  return columns?.id === null && problems.some(({ line }) => line === null);
}
