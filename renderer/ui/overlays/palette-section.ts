import type { IconName } from '../icons/icons.tsx';

export interface PaletteItem {
  /** Unlike any other in the palette. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly keys?: string | undefined;
  readonly onAction: () => void;
}

export interface PaletteSection {
  readonly id: string;
  readonly title: string;
  readonly items: readonly PaletteItem[];
  /** The answer to what was typed is still to come. */
  readonly isStale?: boolean | undefined;
}
