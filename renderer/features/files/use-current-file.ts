import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileRow } from '../../../shared/ipc/files.ts';
import type { OnCurrent } from '../../ui/table/use-current-row.ts';
import { addressed, lost, made, moved, type Current } from './current-file.ts';
import type { NewPath } from './moved-keys.ts';
import { parseRoute, refine, type RouteParams } from '../../state/route.ts';

/** The file whose details are shown beside the list; null if there is none. */
export interface CurrentFile {
  readonly key: string | null;
  readonly set: (key: string | null) => void;
  /** The list tells which of its rows is current, instead of which one before; null: that has gone from there. */
  readonly told: OnCurrent<FileRow>;
  /** Files were moved here: the one that is current stays so, also where the list missed it before that was known. */
  readonly follow: (newPath: NewPath) => void;
}

/**
 * How long a file is current before the address names it, ms: browsers limit how often a page may change its address.
 */
const STILL_MS = 300;

/**
 * An address that names another file makes it current. When the person moves on from there, the name is removed from
 * the address, so that the same link works again. The file at which they stop is then named, for back, forward and
 * reload.
 */
export function useCurrentFile(site: string, wanted: string | null): CurrentFile {
  const [current, setCurrent] = useState<Current>({ key: wanted, wanted, gone: null });
  if (current.wanted !== wanted) setCurrent(addressed(current, wanted));
  const { key, wanted: named } = current;
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (paramsAt(site)?.['file'] !== key) nameInAddress(site, null, named);
    rest.current = setTimeout(() => nameInAddress(site, key, named), STILL_MS);
    return () => clearTimeout(rest.current);
  }, [site, key, named, current]);
  useEffect(() => {
    // Back to a time when no file was current.
    const onTravel = (): void => {
      const params = paramsAt(site);
      if (params !== null && params['file'] === undefined) setCurrent((now) => made(now, null));
    };
    addEventListener('popstate', onTravel);
    return () => removeEventListener('popstate', onTravel);
  }, [site]);
  const set = useCallback((next: string | null) => {
    // At once, not when it is drawn: the address would name the file before meanwhile, and so make that current again.
    clearTimeout(rest.current);
    setCurrent((now) => made(now, next));
  }, []);
  const told = useCallback<OnCurrent<FileRow>>(
    (next, _, before) => {
      if (next === null) setCurrent((now) => lost(now, before));
      else set(next);
    },
    [set],
  );
  const follow = useCallback((newPath: NewPath) => {
    clearTimeout(rest.current);
    setCurrent((now) => moved(now, newPath));
  }, []);
  return { key, set, told, follow };
}

/** The parameters in the address if it shows the files of this site, else null. */
function paramsAt(site: string): RouteParams | null {
  const route = parseRoute(location.hash);
  return route.screen === 'site' && route.site === site && route.tab === 'files' ? route.params : null;
}

/** Not where the address has named another file than `before` meanwhile: a link leads there, and is about to be heard of. */
function nameInAddress(site: string, key: string | null, before: string | null): void {
  const params = paramsAt(site);
  if (params === null || (params['file'] ?? null) !== before) return;
  const { file: _, ...others } = params;
  refine({ screen: 'site', site, tab: 'files', params: key === null ? others : { ...others, file: key } });
}
