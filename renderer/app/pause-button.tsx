import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { PAUSE_LENGTHS, pauseEnd } from '../../shared/time/pause-ends.ts';
import { useDo } from '../state/engine.tsx';
import { useText } from '../text/use-text.ts';
import { Icon } from '../ui/icons/icons.tsx';
import { MenuButton } from '../ui/inputs/menu.tsx';
import { StatusBarButton } from '../ui/layout/status-bar.tsx';

/** Pauses with one press, until it is resumed; the arrow beside it offers pauses that end by themselves. */
export function PauseButton({ paused }: { readonly paused: boolean }): ReactNode {
  const t = useText();
  const pause = useDo('app.pause');
  const button = useRef<HTMLButtonElement>(null);
  const isFromMenu = useRef(false);
  // The arrow goes with what is chosen from its menu, and the keys would have no place to go on from.
  useEffect(() => {
    if (paused && isFromMenu.current) button.current?.focus();
    isFromMenu.current = false;
  }, [paused]);
  return (
    <>
      <StatusBarButton
        ref={button}
        icon={paused ? 'play' : 'pause'}
        tone={paused ? 'warn' : 'plain'}
        onPress={() => pause.run({ paused: !paused })}
      >
        {t(paused ? 'status.resume' : 'status.pause')}
      </StatusBarButton>
      {!paused && (
        <MenuButton
          label={t('status.pauseFor')}
          trigger={
            <Button className="status-bar-part status-bar-more" aria-label={t('status.pauseFor')}>
              <Icon name="chevronUp" size={12} />
            </Button>
          }
          items={PAUSE_LENGTHS.map((length) => ({
            id: length,
            label: t(`status.pauses.${length}`),
            onAction: () => {
              isFromMenu.current = true;
              pause.run({ paused: true, until: pauseEnd(length, Date.now()) });
            },
          }))}
        />
      )}
    </>
  );
}
