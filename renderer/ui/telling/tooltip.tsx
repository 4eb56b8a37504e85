import { useEffect, useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { KeyHint } from './kbd.tsx';
import './tooltip.css';

interface TooltipProps {
  readonly text: string;
  readonly keys?: string | undefined;
  readonly placement?: 'top' | 'right' | undefined;
  /** Where the widget says it itself. */
  readonly isDisabled?: boolean | undefined;
  /** One focusable widget. */
  readonly children: ReactElement;
}

/** Says what a widget does after a rest of the pointer, at once on focus by key; Esc hides it and does all else that it does. */
export function Tooltip({ text, keys, placement = 'top', isDisabled = false, children }: TooltipProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      // Still open when the library hears of the key, it would have it to itself, and a dialog would not close by it.
      if (event.key === 'Escape') flushSync(() => setOpen(false));
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [isOpen]);
  return (
    <TooltipTrigger
      delay={500}
      closeDelay={100}
      isOpen={isOpen}
      onOpenChange={setOpen}
      isDisabled={isDisabled}
    >
      {children}
      {/* Gone at once: after Esc the library kept it in the page, unseen and still spoken. */}
      {isOpen && (
        <AriaTooltip className="tooltip" offset={6} placement={placement}>
          {text}
          {keys !== undefined && <KeyHint keys={keys} />}
        </AriaTooltip>
      )}
    </TooltipTrigger>
  );
}
