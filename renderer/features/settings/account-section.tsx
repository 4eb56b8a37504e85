import { useState, type ReactNode } from 'react';
import type { AppState } from '../../../shared/ipc/app.ts';
import { runAction } from '../../state/actions.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Facts } from '../../ui/layout/card.tsx';
import { format } from '../../ui/words/format.ts';
import { accountName } from '../../ui/words/person-name.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Section } from './section.tsx';

/** Who is signed in and where, how the token is kept, and signing out. */
export function AccountSection({ account }: { readonly account: AppState['account'] }): ReactNode {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const signOut = useDo('account.signOut', () => setAsking(false));
  const { signedIn } = account;
  const signIn = (): void => void runAction('signIn');
  return (
    <Section
      id="account"
      title={t('settings.account.title')}
      subtitle={signedIn ? undefined : t('settings.account.none')}
      actions={
        <>
          {signedIn && <Button onPress={signIn}>{t('settings.account.newToken')}</Button>}
          {/* One button for both, so that it keeps the focus. */}
          <Button
            variant={signedIn ? 'plain' : 'primary'}
            onPress={signedIn ? () => setAsking(true) : signIn}
          >
            {t(signedIn ? 'settings.account.signOut' : 'settings.account.signIn')}
          </Button>
        </>
      }
    >
      <AccountFacts account={account} />
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

function AccountFacts({ account }: { readonly account: AppState['account'] }): ReactNode {
  const t = useText();
  const { baseUrl, person, tokenName, signedIn, kept, warning } = account;
  const items = [
    { label: t(signedIn ? 'settings.account.service' : 'settings.account.lastService'), value: baseUrl },
    {
      label: t('settings.account.person'),
      value: signedIn ? (accountName(person, tokenName) ?? t('settings.account.noName')) : null,
    },
    { label: t('settings.account.token'), value: kept === null ? warning : keptWords(account, kept, t) },
  ];
  return <Facts items={items.filter(({ value }) => value !== null)} />;
}

function keptWords(
  { keptSince, warning }: AppState['account'],
  kept: NonNullable<AppState['account']['kept']>,
  t: ReturnType<typeof useText>,
): string {
  const where = t(`settings.account.kept.${kept}`);
  if (kept === 'memory') return `${warning ?? where} ${t('settings.account.again')}`;
  return keptSince === null
    ? where
    : t('settings.account.since', { where, time: format.whenSaid(keptSince) });
}
