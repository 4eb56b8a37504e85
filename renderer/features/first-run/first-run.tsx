import { useState, type ReactNode } from 'react';
import { useBridge } from '../../state/engine.tsx';
import { wordsOf } from '../../state/trouble.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Brand } from '../../ui/icons.tsx';
import { TextField } from '../../ui/text-field.tsx';
import './first-run.css';

interface FirstRunProps {
  readonly baseUrl: string | null;
  /** Where the token can only be kept for this session, and why. */
  readonly warning: string | null;
}

/** Address and token, checked with the service before anything is kept. */
export function FirstRun({ baseUrl, warning }: FirstRunProps): ReactNode {
  const t = useText();
  const { client } = useBridge();
  const [address, setAddress] = useState(baseUrl ?? '');
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<{
    readonly field: 'address' | 'token';
    readonly words: string;
  } | null>(null);

  const connect = async (): Promise<void> => {
    setBusy(true);
    setTrouble(null);
    const account = { baseUrl: address.trim(), token: token.trim() };
    try {
      const { failure } = await client.call('account.check', account);
      if (failure === null) await client.call('account.signIn', account);
      else
        setTrouble({
          field: failure.code === 'sign-in' ? 'token' : 'address',
          words: `${failure.message} ${failure.hint}`,
        });
    } catch (error) {
      setTrouble({ field: 'address', words: wordsOf(error) });
    }
    setBusy(false);
  };

  return (
    <main className="first-run">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void connect();
        }}
      >
        <Brand />
        <h1>{t('app.connectTitle')}</h1>
        <p>{t('app.connectWhy')}</p>
        <TextField
          label={t('app.address')}
          value={address}
          onChange={setAddress}
          type="url"
          size="l"
          icon="globe"
          hint={t('app.addressHint')}
          {...(trouble?.field === 'address' ? { error: trouble.words } : {})}
          autoFocus
        />
        <TextField
          label={t('app.token')}
          value={token}
          onChange={setToken}
          type="password"
          size="l"
          icon="key"
          reveal
          hint={warning ?? t('app.tokenHint')}
          {...(trouble?.field === 'token' ? { error: trouble.words } : {})}
        />
        <Button
          variant="primary"
          size="l"
          isPending={busy}
          isDisabled={address.trim() === '' || token.trim() === ''}
          onPress={() => void connect()}
        >
          {t('app.connect')}
        </Button>
      </form>
    </main>
  );
}
