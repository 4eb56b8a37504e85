import type { ReactNode } from 'react';
import { Toolbar } from 'react-aria-components';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../inputs/button.tsx';
import './selection-bar.css';

interface SelectionBarProps {
  /** How many and how much: "3 selected · 6.8 MB". */
  readonly summary: string;
  readonly onClear: () => void;
  /** Ghost buttons. */
  readonly children: ReactNode;
}

/** Floats over a table while something is selected; arrow keys go along it. */
export function SelectionBar({ summary, onClear, children }: SelectionBarProps) {
  const t = useText();
  return (
    <Toolbar className="selection-bar" aria-label={t('ui.selectionTools')}>
      <span className="selection-count num">{summary}</span>
      <span className="selection-line" aria-hidden="true" />
      {children}
      <span className="selection-line" aria-hidden="true" />
      <IconButton icon="close" label={t('ui.clearSelection')} onPress={onClear} />
    </Toolbar>
  );
}
