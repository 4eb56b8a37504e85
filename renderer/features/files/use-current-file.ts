import { useMemo, useState } from 'react';

/** The file beside the list; null where there is none. */
export interface CurrentFile {
  readonly key: string | null;
  readonly set: (key: string | null) => void;
}

/** An address that names another one leads to it. */
export function useCurrentFile(wanted: string | null): CurrentFile {
  const [current, setCurrent] = useState({ key: wanted, wanted });
  if (current.wanted !== wanted) setCurrent({ key: wanted ?? current.key, wanted });
  const set = useMemo(
    () => (key: string | null) => setCurrent((now) => (now.key === key ? now : { ...now, key })),
    [],
  );
  return { key: current.key, set };
}
