import { useState } from 'react';
import type { Folding } from '../../../shared/ipc/datamodel.ts';

/** As many points as one sees at a glance; with more, all equipment is folded at first. */
const GLANCE = 60;

/** Which equipment is folded. What a search leaves is open; a long list begins folded. */
export function useFolding(
  isNarrowed: boolean,
  points: number | null,
): { readonly folding: Folding; readonly toggle: (name: string | null) => void } {
  const [toggled, setToggled] = useState<ReadonlySet<string | null>>(new Set());
  const [narrowed, setNarrowed] = useState<ReadonlySet<string | null>>(new Set());
  const all = !isNarrowed && (points ?? 0) > GLANCE;
  const except = isNarrowed ? narrowed : toggled;
  const set = isNarrowed ? setNarrowed : setToggled;
  return {
    folding: { all, except: [...except] },
    toggle: (name) => {
      const next = new Set(except);
      if (!next.delete(name)) next.add(name);
      set(next);
    },
  };
}
