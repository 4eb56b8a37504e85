import type { Folding, PointFilter, PointPage } from '../../../shared/ipc/datamodel.ts';
import { useBridge } from '../../state/engine.tsx';
import { usePages, type Paged } from '../../state/use-pages.ts';

interface PointQuery {
  readonly site: string;
  readonly filter: PointFilter;
  readonly folding: Folding;
}

/** Lines of the points browser. */
export type PointLines = Paged<PointPage>;

export function usePointPages(query: PointQuery): PointLines {
  const { client } = useBridge();
  return usePages('points.page', query, (input, signal) => client.call('points.page', input, signal));
}
