import { useEffect, useRef, type RefObject } from 'react';
import { useAnswer } from '../../state/engine.tsx';

/** A ref with the names of all sites by id, to be read when they are needed. */
export function useSiteNames(): RefObject<ReadonlyMap<string, string>> {
  const sites = useAnswer('sites.list', null).data;
  const names = useRef<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    names.current = new Map(sites?.map(({ id, name }) => [id, name]));
  }, [sites]);
  return names;
}
