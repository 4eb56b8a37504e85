import { useEffect, useRef, useState, type ReactNode } from 'react';
import { failureText } from '../../../shared/failure.ts';
import { CallFailed } from '../../../shared/ipc/client.ts';
import type { Input } from '../../../shared/ipc/contract.ts';
import { useAppFact, useBridge, useDo } from '../../state/engine.tsx';
import { wordsOf } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Form } from '../../ui/inputs/form.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
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

interface SignInProps {
  /** The address of the last time. */
  readonly known: string | null;
  readonly asksAddress: boolean;
  readonly onClose: () => void;
}

function SignIn({ known, asksAddress, onClose }: SignInProps): ReactNode {
  const t = useText();
  const [address, setAddress] = useState(known ?? '');
  const [token, setToken] = useState('');
  const { signIn, busy, trouble, forgetTrouble } = useSignIn({ known, asksAddress, onClose });
  const isComplete = address.trim() !== '' && token.trim() !== '';
  const submit = (): void => {
    if (isComplete && !busy) signIn({ baseUrl: address.trim(), token: token.trim() });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('status.signInTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" isPending={busy} isDisabled={!isComplete} onPress={submit}>
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
              forgetTrouble();
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
            forgetTrouble();
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

interface Trouble {
  readonly words: string;
  /** The fault is shown at the field where it can be fixed. */
  readonly ofAddress: boolean;
}

interface SigningIn {
  readonly signIn: (account: Input<'account.signIn'>) => void;
  readonly busy: boolean;
  readonly trouble: Trouble | null;
  readonly forgetTrouble: () => void;
}

function useSignIn({ known, asksAddress, onClose }: SignInProps): SigningIn {
  const t = useText();
  const { client } = useBridge();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
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
    // Cancelled meanwhile: nobody is signed in against their word.
    if (!isOpen.current) return;
    if (failure === null) signIn.run(account);
    else setTrouble({ words: failureText(failure), ofAddress: !REFUSALS.has(failure.code) });
  });
  return {
    signIn: (account) => (account.baseUrl === known ? signIn : check).run(account),
    busy: signIn.busy || check.busy,
    trouble,
    forgetTrouble: () => setTrouble(null),
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof CallFailed && REFUSALS.has(error.failure.code);
}
