import { useEffect, useState, type KeyboardEvent } from 'react';
import type { PaletteItem, PaletteSection } from './palette-section.ts';

interface PaletteKeys {
  /** What Enter opens; null: nothing fits. */
  readonly current: PaletteItem | null;
  readonly choose: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The current item: the best one, until the person moves to another. It is derived at each render, since answers arrive
 * during typing, and each of them must leave the palette with a current item. Enter waits for the answer to what was
 * typed.
 */
export function usePaletteKeys(
  query: string,
  sections: readonly PaletteSection[],
  onOpen: (item: PaletteItem) => void,
): PaletteKeys {
  const [chosen, setChosen] = useState({ id: '', query });
  const [entered, setEntered] = useState<string | null>(null);
  const items = sections.flatMap((section) => section.items);
  const own = chosen.query === query ? items.findIndex(({ id }) => id === chosen.id) : -1;
  const index = Math.max(0, own);
  const current = items[index] ?? null;
  const isOpen = own === -1 && isAwaited(sections, current);
  const choose = (id: string): void => setChosen({ id, query });

  useEffect(() => {
    if (entered === null || isOpen) return;
    setEntered(null);
    if (entered === query && current !== null) onOpen(current);
  }, [entered, isOpen, query, current, onOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      const next = items.at((index + by) % items.length);
      if (next !== undefined) choose(next.id);
    } else if (event.key === 'Enter') setEntered(query);
    else return;
    event.preventDefault();
  };
  return { current, choose, onKeyDown };
}

/** Whether the answer to what was typed may still put another item first. */
function isAwaited(sections: readonly PaletteSection[], current: PaletteItem | null): boolean {
  const at = sections.findIndex(({ items }) => current !== null && items.includes(current));
  return sections.slice(0, at === -1 ? sections.length : at + 1).some(({ isStale }) => isStale === true);
}
