import { useState, type ReactNode } from 'react';
import type { DropReview } from '../../../../shared/ipc/drop.ts';
import { useText } from '../../../text/use-text.ts';
import { Button, LinkButton } from '../../../ui/inputs/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Icon } from '../../../ui/icons/icons.tsx';

/** What was dropped but cannot be added, each with its reason. */
export function SkippedNote({ skipped }: { readonly skipped: DropReview['skipped'] }): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [first] = skipped;
  if (first === undefined) return null;
  return (
    <div className="review-skipped t-small">
      <Icon name="info" />
      <span className="cut grow">
        {t('drop.skipped', { count: skipped.length, path: first.path, why: first.why })}
      </span>
      <LinkButton onPress={() => setOpen(true)}>{t('drop.showSkipped')}</LinkButton>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('drop.skippedTitle')}
        width={560}
        actions={<Button onPress={() => setOpen(false)}>{t('ui.close')}</Button>}
      >
        <ul className="review-skipped-list t-small">
          {skipped.map(({ path, why }, at) => (
            // Several things that were dropped may go by one path.
            <li key={`${at} ${path}`}>
              <b>{path}</b> {why}
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}
