import { useEffect, type ReactNode } from 'react';
import { runAction } from '../../state/actions.ts';
import { useAppFact } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Banner } from '../../ui/telling/banner.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { announce } from '../../ui/telling/live-region.tsx';
import { endToasts } from '../../ui/overlays/toast.tsx';
import './sign-in-banner.css';

/** Over every screen while nobody is signed in, or the service refuses the token: nothing is sent or fetched before. */
export function SignInBanner(): ReactNode {
  const t = useText();
  const why = useAppFact(({ connection, account }) => {
    if (connection !== 'sign-in') return null;
    return account.signedIn ? 'refused' : 'signedOut';
  });
  useEffect(() => {
    if (why === null) endToasts('sign-in');
    else announce(`${t(`status.${why}Title`)}. ${t(`status.${why}Why`)}`, 'account');
  }, [why, t]);
  if (why === null) return null;
  return (
    <div className="sign-in-banner">
      <Banner
        title={t(`status.${why}Title`)}
        tone="warn"
        icon="key"
        actions={<Button onPress={() => runAction('signIn')}>{t('status.signIn')}</Button>}
      >
        {t(`status.${why}Why`)}
      </Banner>
    </div>
  );
}
