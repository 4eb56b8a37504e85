import type { ReactNode } from 'react';
import { runAction } from '../../state/actions.ts';
import { useAppFact } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import './refused-banner.css';

/** Over every screen while the service refuses the token: the one thing that nothing else goes on without. */
export function RefusedBanner(): ReactNode {
  const t = useText();
  const refused = useAppFact((state) => state.connection === 'sign-in');
  if (refused !== true) return null;
  return (
    <div className="refused">
      <Banner
        title={t('status.refusedTitle')}
        tone="warn"
        icon="key"
        actions={<Button onPress={() => runAction('signIn', null)}>{t('status.signIn')}</Button>}
      >
        {t('status.refusedWhy')}
      </Banner>
    </div>
  );
}
