import type { ReactNode } from 'react';
import { useText } from '../text/use-text.ts';
import { Button } from '../ui/inputs/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Kbd } from '../ui/telling/kbd.tsx';
import './shortcut-list.css';

/** In the order of use; each with its words in the catalogue. */
const EVERYWHERE = [
  ['Ctrl+K', 'goTo'],
  ['Ctrl+1–5', 'screens'],
  ['Ctrl+J', 'outbox'],
  ['Ctrl+F', 'filter'],
  ['Ctrl+O', 'upload'],
  ['F5', 'sync'],
  ['?', 'help'],
] as const;

const IN_LISTS = [
  ['Enter', 'open'],
  ['Space', 'preview'],
  ['Ctrl+Space', 'toggle'],
  ['Shift+↓', 'extend'],
  ['Ctrl+A', 'all'],
  ['Shift+F10', 'menu'],
  ['F2', 'rename'],
  ['Delete', 'remove'],
  ['Ctrl+Z', 'undo'],
  ['Esc', 'back'],
] as const;

interface ShortcutListProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** "?": every key there is, in one place. */
export function ShortcutList({ isOpen, onClose }: ShortcutListProps): ReactNode {
  const t = useText();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width={560}
      title={t('shortcuts.title')}
      actions={
        <Button autoFocus onPress={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <div className="shortcut-lists">
        <section>
          <h3>{t('shortcuts.everywhere')}</h3>
          <dl className="shortcuts">
            {EVERYWHERE.map(([keys, words]) => (
              <Shortcut key={keys} keys={keys} words={t(`shortcuts.${words}`)} />
            ))}
          </dl>
        </section>
        <section>
          <h3>{t('shortcuts.inLists')}</h3>
          <dl className="shortcuts">
            {IN_LISTS.map(([keys, words]) => (
              <Shortcut key={keys} keys={keys} words={t(`shortcuts.${words}`)} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

function Shortcut({ keys, words }: { readonly keys: string; readonly words: string }): ReactNode {
  return (
    <div>
      <dt>
        <Kbd keys={keys} />
      </dt>
      <dd>{words}</dd>
    </div>
  );
}
