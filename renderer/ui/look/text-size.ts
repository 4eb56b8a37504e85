import { useSyncExternalStore } from 'react';

/**
 * The text size, in pixels, that the screens are drawn for. A person may have set another one in the system or browser;
 * style sheets follow it by resources/build-plugins/text-size.ts, and what code measures by what is here.
 */
const DRAWN_FOR = 16;

let scale: number | null = null;
const listeners = new Set<() => void>();

/** How many times as large as drawn the person has text, and so all else. Asked in each frame: measured once. */
export function textScale(): number {
  scale ??= watched();
  return scale;
}

export function useTextScale(): number {
  return useSyncExternalStore(onTextScaleChange, textScale);
}

/** Calls back after the text size has changed; the returned function stops it. */
export function onTextScaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A length of the drawings as style sheets write it. */
export function drawn(pixels: number): string {
  return `${pixels / DRAWN_FOR}rem`;
}

/** Nothing tells of another text size but what is as wide as it. */
function watched(): number {
  const probe = document.createElement('div');
  probe.setAttribute('aria-hidden', 'true');
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', width: '1rem', height: '0' });
  document.documentElement.append(probe);
  new ResizeObserver(() => {
    const now = measured();
    if (now === scale) return;
    scale = now;
    for (const listener of listeners) listener();
  }).observe(probe);
  return measured();
}

function measured(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / DRAWN_FOR;
}
