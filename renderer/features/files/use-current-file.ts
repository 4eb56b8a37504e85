import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The file beside the list; null where there is none. */
export interface CurrentFile {
  readonly key: string | null;
  readonly set: (key: string | null) => void;
}

/**
 * An address that names another one leads to it. Who has gone on from that one calls `onLeft`: the address names it no
 * longer, so that it can lead there once more.
 */
export function useCurrentFile(wanted: string | null, onLeft: () => void): CurrentFile {
  const [current, setCurrent] = useState({ key: wanted, wanted });
  if (current.wanted !== wanted) setCurrent({ key: wanted ?? current.key, wanted });
  const latest = useRef({ wanted, onLeft });
  useLayoutEffect(() => {
    latest.current = { wanted, onLeft };
  });
  const set = useCallback((key: string | null) => {
    setCurrent((now) => (now.key === key ? now : { ...now, key }));
    if (latest.current.wanted !== null && latest.current.wanted !== key) latest.current.onLeft();
  }, []);
  return { key: current.key, set };
}
