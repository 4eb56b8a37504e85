import { useRef, useState, type ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { format } from '../../ui/words/format.ts';
import { isHeavy, kindOf, type PreviewFile } from './preview-file.ts';
import type { PreviewPlace } from './preview-parts.tsx';

/** A model of this size is opened only after a warning, bytes. */
const LARGE = 300_000_000;

interface OnAskingProps {
  readonly file: PreviewFile;
  readonly where: PreviewPlace;
  readonly children: ReactNode;
}

/** Beside a list all models wait for a press, elsewhere only large ones. Everything else is shown at once. */
export function OnAsking({ file, where, children }: OnAskingProps): ReactNode {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  const asking = useRef<HTMLDivElement>(null);
  const heavy = isHeavy(kindOf(file.name));
  const isLarge = heavy && (file.size ?? 0) > LARGE;
  if (isAsked || !heavy || (where === 'full' && !isLarge)) return children;
  const size = format.bytes(file.size);
  return (
    <div ref={asking} className="preview-middle">
      <EmptyState
        icon={isLarge ? 'warn' : 'cube'}
        title={isLarge ? t('preview.large', { size }) : t('preview.heavy')}
        action={
          <Button
            onPress={() => {
              // The button disappears, so the preview takes the focus until the file is shown.
              asking.current?.closest<HTMLElement>('.preview')?.focus();
              setAsked(true);
            }}
          >
            {t(isLarge ? 'preview.openAnyway' : 'preview.showModel')}
          </Button>
        }
      >
        {isLarge ? t('preview.largeWhy') : size}
      </EmptyState>
    </div>
  );
}
