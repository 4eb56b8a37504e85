import { useRef, type RefObject } from 'react';
import { useActionHandler } from './actions.ts';

/** For the input that narrows the list on screen: Ctrl+F leads to it. */
export function useFilterField(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useActionHandler('filter', () => {
    input.current?.focus();
    input.current?.select();
  });
  return input;
}
