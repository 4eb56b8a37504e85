import { useCallback, useEffect, useState } from 'react';
import { parseRoute, refine, type RouteParams } from '../../state/route.ts';

/** The file beside the list; null where there is none. */
export interface CurrentFile {
  readonly key: string | null;
  readonly set: (key: string | null) => void;
}

/** So long a file stands beside the list before the address names it, ms: a browser takes few changes of it a second. */
const STILL_MS = 300;

/**
 * An address that names another one leads to it. Who goes on from there takes its name from the address, so that it can
 * lead there once more, and the one that they come to rest at is named: back, forward and a reload find it.
 */
export function useCurrentFile(site: string, wanted: string | null): CurrentFile {
  const [current, setCurrent] = useState({ key: wanted, wanted });
  if (current.wanted !== wanted) setCurrent({ key: wanted ?? current.key, wanted });
  const { key } = current;
  useEffect(() => {
    if (paramsAt(site)?.['file'] !== key) nameInAddress(site, null);
    const rest = setTimeout(() => nameInAddress(site, key), STILL_MS);
    return () => clearTimeout(rest);
  }, [site, key]);
  useEffect(() => {
    // Back to where none was beside the list.
    const onTravel = (): void => {
      const params = paramsAt(site);
      if (params !== null && params['file'] === undefined) setCurrent((now) => ({ ...now, key: null }));
    };
    addEventListener('popstate', onTravel);
    return () => removeEventListener('popstate', onTravel);
  }, [site]);
  const set = useCallback((next: string | null) => {
    setCurrent((now) => (now.key === next ? now : { ...now, key: next }));
  }, []);
  return { key, set };
}

/** What the address says of the files of a site; null where it names another place by now. */
function paramsAt(site: string): RouteParams | null {
  const route = parseRoute(location.hash);
  return route.screen === 'site' && route.site === site && route.tab === 'files' ? route.params : null;
}

function nameInAddress(site: string, key: string | null): void {
  const params = paramsAt(site);
  if (params === null) return;
  const { file: _, ...others } = params;
  refine({ screen: 'site', site, tab: 'files', params: key === null ? others : { ...others, file: key } });
}
