import { useState, type ReactNode } from 'react';
import { useAppFact, useDo } from '../../state/engine.tsx';
import { wordsOf } from '../../state/trouble.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';

interface SignInDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A new token for the same service, over whatever is open: nothing is lost by it. */
export function SignInDialog({ isOpen, onClose }: SignInDialogProps): ReactNode {
  const address = useAppFact((state) => state.account.baseUrl);
  if (!isOpen || address === null) return null;
  return <SignIn address={address} onClose={onClose} />;
}

function SignIn({ address, onClose }: { readonly address: string; readonly onClose: () => void }): ReactNode {
  const t = useText();
  const [token, setToken] = useState('');
  const [trouble, setTrouble] = useState<string | null>(null);
  const signIn = useDo(
    'account.signIn',
    () => {
      toast(t('status.signedIn'));
      onClose();
    },
    (error) => setTrouble(wordsOf(error)),
  );
  const submit = (): void => {
    if (token.trim() !== '') signIn.run({ baseUrl: address, token: token.trim() });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('status.signInTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" isPending={signIn.busy} isDisabled={token.trim() === ''} onPress={submit}>
            {t('status.signIn')}
          </Button>
        </>
      }
    >
      <Form className="stack" onSubmit={submit}>
        <p>{t('status.signInWhy', { address })}</p>
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
          autoFocus
          hint={t('status.tokenHint')}
          error={trouble}
        />
      </Form>
    </Dialog>
  );
}
