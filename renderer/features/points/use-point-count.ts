import { useAnswer } from '../../state/engine.tsx';

/** Asks for a single line, since the total comes with it. */
const ANY_POINT = {
  filter: { text: '', favourites: false },
  folding: { all: true, except: [] },
  offset: 0,
  limit: 1,
};

/** How many points the datamodels of a site name; undefined until they are counted, for which all of them are read. */
export function usePointCount(site: string, enabled: boolean): number | undefined {
  return useAnswer('points.page', { site, ...ANY_POINT }, { enabled }).data?.points;
}
