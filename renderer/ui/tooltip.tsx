import type { ReactElement } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { KeyHint } from './kbd.tsx';
import './tooltip.css';

interface TooltipProps {
  readonly text: string;
  readonly keys?: string | undefined;
  /** One focusable widget. */
  readonly children: ReactElement;
}

/** Says what a widget does after a rest of the pointer, at once on focus by key; Esc hides it. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={100}>
      {children}
      <AriaTooltip className="tooltip" offset={6}>
        {text}
        {keys !== undefined && <KeyHint keys={keys} />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
