import { useSyncExternalStore } from 'react';
import { onThemeChange, shownTheme, type ShownTheme } from './theme.ts';

/** The theme on the screen, for what has to be drawn or measured by code. */
export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(onThemeChange, shownTheme);
}
