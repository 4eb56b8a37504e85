import { useState, type ReactNode } from 'react';
import { failureText } from '../../../shared/failure.ts';
import { CallFailed } from '../../../shared/ipc/client.ts';
import { useAppFact, useBridge, useDo } from '../../state/engine.tsx';
import { wordsOf } from '../../state/trouble.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { REFUSALS } from '../first-run/use-check.ts';

interface SignInDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/**
 * A token over whatever is open: nothing is lost by it. Who is signed in changes it for the same service; who is not may
 * name another one.
 */
export function SignInDialog({ isOpen, onClose }: SignInDialogProps): ReactNode {
  const address = useAppFact((state) => state.account.baseUrl);
  const signedIn = useAppFact((state) => state.account.signedIn);
  if (!isOpen || signedIn === null) return null;
  return <SignIn known={address} asksAddress={!signedIn || address === null} onClose={onClose} />;
}

interface Trouble {
  readonly words: string;
  /** It is said where it can be mended. */
  readonly ofAddress: boolean;
}

function isRefusal(error: unknown): boolean {
  return error instanceof CallFailed && REFUSALS.has(error.failure.code);
}

interface SignInProps {
  /** The address of the last time. */
  readonly known: string | null;
  readonly asksAddress: boolean;
  readonly onClose: () => void;
}

function SignIn({ known, asksAddress, onClose }: SignInProps): ReactNode {
  const t = useText();
  const { client } = useBridge();
  const [address, setAddress] = useState(known ?? '');
  const [token, setToken] = useState('');
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const signIn = useDo(
    'account.signIn',
    () => {
      void client
        .call('app.state', null)
        .then(({ connection }) =>
          toast(t(connection === 'offline' ? 'status.signedInLater' : 'status.signedIn')),
        );
      onClose();
    },
    (error) => setTrouble({ words: wordsOf(error), ofAddress: asksAddress && !isRefusal(error) }),
  );
  // A service that was never reached may be a mistyped address: nothing is taken on trust of it.
  const check = useDo('account.check', ({ failure }, account) => {
    if (failure === null) signIn.run(account);
    else setTrouble({ words: failureText(failure), ofAddress: !REFUSALS.has(failure.code) });
  });
  const isBusy = signIn.busy || check.busy;
  const isComplete = address.trim() !== '' && token.trim() !== '';
  const submit = (): void => {
    if (!isComplete || isBusy) return;
    const account = { baseUrl: address.trim(), token: token.trim() };
    if (account.baseUrl === known) signIn.run(account);
    else check.run(account);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('status.signInTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" isPending={isBusy} isDisabled={!isComplete} onPress={submit}>
            {t('status.signIn')}
          </Button>
        </>
      }
    >
      <Form className="stack" onSubmit={submit}>
        <p>{asksAddress ? t('status.signInAtWhy') : t('status.signInWhy', { address })}</p>
        {asksAddress && (
          <TextField
            label={t('status.address')}
            value={address}
            onChange={(next) => {
              setAddress(next);
              setTrouble(null);
            }}
            type="url"
            icon="globe"
            error={trouble?.ofAddress === true ? trouble.words : null}
            autoFocus={known === null}
          />
        )}
        <TextField
          label={t('status.token')}
          value={token}
          onChange={(next) => {
            setToken(next);
            setTrouble(null);
          }}
          type="password"
          icon="key"
          reveal
          autoFocus={!asksAddress || known !== null}
          hint={t('status.tokenHint')}
          error={trouble?.ofAddress === false ? trouble.words : null}
        />
      </Form>
    </Dialog>
  );
}
