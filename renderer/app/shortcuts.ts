import { useEffect, useEffectEvent } from 'react';
import { runAction } from '../state/actions.ts';
import { useBridge } from '../state/engine.tsx';
import { go, type ScreenName } from '../state/route.ts';
import { isCommand } from '../ui/browser/keys.ts';
import { useSyncNow } from './said-work.ts';
import { focusScreen } from './screen-focus.ts';

/** The screens of Ctrl+1…5, as the rail lists them. */
export const NUMBERED: readonly ScreenName[] = ['sites', 'outbox', 'activity', 'trash', 'settings'];

interface Over {
  /** Opens the palette. */
  readonly search: () => void;
  /** Opens the list of shortcuts. */
  readonly help: () => void;
}

/** The keys that hold everywhere; what a list or a field does with keys of its own comes before. */
export function useShortcuts(over: Over): void {
  const { client } = useBridge();
  const sync = useSyncNow();
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isOverPage(event.target)) return;
    if (carryOut(event, { ...over, sync })) event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    // Nobody waits for the answer.
    client.call('host.hearsKeys', null).catch(() => undefined);
    return () => removeEventListener('keydown', onKey);
  }, [client]);
}

/** False: not a key of ours, or nothing on screen answers it. */
function carryOut(event: KeyboardEvent, over: Over & { readonly sync: () => void }): boolean {
  if (event.altKey) return false;
  if (isCommand(event)) {
    const key = event.key.toLowerCase();
    if (event.shiftKey) return false;
    if (key === 'z') return !isTyping(event.target) && runAction('undo');
    return key === 'a' ? selectAll(event) : command(key, over);
  }
  switch (event.key) {
    case 'F5':
      over.sync();
      return true;
    case '?':
      if (isTyping(event.target)) return false;
      over.help();
      return true;
    default:
      return false;
  }
}

function command(key: string, over: Over): boolean {
  const screen = NUMBERED[Number(key) - 1];
  if (screen !== undefined) {
    go({ screen });
    focusScreen();
    return true;
  }
  switch (key) {
    case 'k':
      over.search();
      return true;
    case 'j':
      go({ screen: 'outbox' });
      focusScreen();
      return true;
    case 'f':
      return runAction('filter');
    case 'o':
      return runAction('upload');
    default:
      return false;
  }
}

/**
 * Selects the whole list of the screen if the focus is beside it, as right after it opened: the browser would mark the
 * text of the whole window. A focused list does this itself.
 */
function selectAll({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (isTyping(target)) return false;
  const list = document.querySelector<HTMLElement>('main [role="grid"][aria-multiselectable="true"]');
  if (list === null || (target instanceof Node && list.contains(target))) return false;
  list.focus();
  list.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'a', ctrlKey, metaKey, bubbles: true, cancelable: true }),
  );
  return true;
}

/** A sheet, dialog or menu in front has the keys to itself; a toast stands beside the page, and before what covers that. */
function isOverPage(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('.toasts') !== null)
    return document.querySelector('main')?.closest('[inert], [aria-hidden="true"]') !== null;
  return target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
