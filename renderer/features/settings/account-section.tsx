import { useState, type ReactNode } from 'react';
import type { AppState } from '../../../shared/ipc/app.ts';
import { runAction } from '../../state/actions.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Section } from './section.tsx';

/** Which service, where the token is kept, and the way out. */
export function AccountSection({ account }: { readonly account: AppState['account'] }): ReactNode {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const signOut = useDo('account.signOut', () => setAsking(false));
  const { baseUrl, kept, warning, signedIn } = account;
  const signIn = (): void => void runAction('signIn');
  return (
    <Section
      id="account"
      title={t('settings.account.title')}
      subtitle={signedIn && baseUrl !== null ? baseUrl : t('settings.account.none')}
      actions={
        <>
          {signedIn && <Button onPress={signIn}>{t('settings.account.newToken')}</Button>}
          {/* The way out becomes the way in, and keeps the focus. */}
          <Button
            variant={signedIn ? 'plain' : 'primary'}
            onPress={signedIn ? () => setAsking(true) : signIn}
          >
            {t(signedIn ? 'settings.account.signOut' : 'settings.account.signIn')}
          </Button>
        </>
      }
    >
      <p className="t-small ink-2">
        {kept !== null && (warning === null || kept !== 'memory') && t(`settings.account.kept.${kept}`)}
        {warning !== null && ` ${warning}`}
        {kept === 'memory' && ` ${t('settings.account.again')}`}
      </p>
      <Dialog
        isOpen={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        title={t('settings.account.signOutTitle')}
        actions={
          <>
            <Button autoFocus onPress={() => setAsking(false)}>
              {t('ui.cancel')}
            </Button>
            <Button variant="danger" isPending={signOut.busy} onPress={() => signOut.run(null)}>
              {t('settings.account.signOutYes')}
            </Button>
          </>
        }
      >
        <p>{t('settings.account.signOutWhy')}</p>
      </Dialog>
    </Section>
  );
}
