import { useEffect, useState, type ReactNode } from 'react';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button, LinkButton } from '../../ui/inputs/button.tsx';
import { Form } from '../../ui/inputs/form.tsx';
import { Icon } from '../../ui/icons/icons.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { judge, useCheck, type Check, type Verdict } from './use-check.ts';

interface ConnectStepProps {
  /** As it was the last time. */
  readonly baseUrl: string | null;
  /** Where the token can only be kept until the program ends, and why. */
  readonly warning: string | null;
}

/** Address and token, looked at with the service while they are typed; nothing is kept before both are right. */
export function ConnectStep({ baseUrl, warning }: ConnectStepProps): ReactNode {
  const t = useText();
  const [address, setAddress] = useState(baseUrl ?? '');
  const [token, setToken] = useState('');
  const { check, verdict, isWrong, isPending, go, again } = useSignInChecked({ address, token });
  const lacksToken = token.trim() === '';
  return (
    <Form className="first-form" onSubmit={go}>
      <div>
        <h2 className="first-title">{t('firstRun.connectTitle')}</h2>
        <p className="ink-2">{t('firstRun.connectWhy')}</p>
      </div>
      <TextField
        label={t('firstRun.address')}
        value={address}
        onChange={setAddress}
        type="url"
        size="l"
        icon="globe"
        autoFocus={baseUrl === null}
        {...addressNote(check, verdict, t)}
      />
      <TextField
        label={t('firstRun.token')}
        value={token}
        onChange={setToken}
        type="password"
        size="l"
        icon="key"
        reveal
        // The address is known to those who come back.
        autoFocus={baseUrl !== null}
        {...tokenNote(verdict, t)}
      />
      <p className={warning === null ? 'first-note' : 'first-note first-note-warn'}>
        <Icon
          name={warning === null ? 'shield' : 'warn'}
          className={warning === null ? 'tone-ok' : 'tone-warn'}
        />
        <span>{warning ?? t('firstRun.kept')}</span>
      </p>
      <div className="first-end">
        <NetworkSettings
          // What the address lacks is allowed here, so it is shown where it is spoken of.
          isNeeded={check.kind === 'known' && check.result.failure?.code === 'tls'}
          onChange={again}
        />
        <div className="first-actions">
          <Button
            variant="primary"
            size="l"
            type="submit"
            isPending={isPending}
            isDisabled={address.trim() === '' || (lacksToken && !isWrong)}
          >
            {t(isWrong ? 'firstRun.checkAgain' : 'firstRun.connect')}
          </Button>
        </div>
      </div>
    </Form>
  );
}

interface CheckedSignIn {
  readonly check: Check;
  readonly verdict: Verdict;
  /** What was typed was looked at, and is not right. */
  readonly isWrong: boolean;
  readonly isPending: boolean;
  /** Signs in with what is typed, as soon as that is known to be right; what is known to be wrong is looked at again. */
  readonly go: () => void;
  readonly again: () => void;
}

function useSignInChecked({ address, token }: { address: string; token: string }): CheckedSignIn {
  const [round, setRound] = useState(0);
  const again = (): void => setRound((count) => count + 1);
  const check = useCheck({ address, token }, round);
  const verdict = judge(check, token);
  const { run, busy } = useDo('account.signIn');
  const isGood = verdict.token !== null && 'sites' in verdict.token;
  // A token that is still to be typed is nothing to check again.
  const isWrong = check.kind === 'known' && !isGood && !(verdict.address === 'good' && token.trim() === '');
  const typed = { baseUrl: address.trim(), token: token.trim() };
  // Someone who pastes the token and presses Enter need not wait for the verdict and press it again.
  const [wanted, setWanted] = useState<typeof typed | null>(null);
  const isWanted = wanted?.baseUrl === typed.baseUrl && wanted.token === typed.token;
  const waits = isWanted && check.kind === 'checking';
  const isDue = isWanted && isGood;
  useEffect(() => {
    if (wanted === null || waits) return;
    setWanted(null);
    if (isDue) run(wanted);
  }, [wanted, waits, isDue, run]);
  const go = (): void => {
    if (busy) return;
    if (check.kind === 'checking') setWanted(typed);
    else if (isGood) run(typed);
    else again();
  };
  return { check, verdict, isWrong, isPending: busy || waits, go, again };
}

type Words = ReturnType<typeof useText>;
type Note = Pick<Parameters<typeof TextField>[0], 'hint' | 'good' | 'error'>;

function addressNote(check: Check, { address }: Verdict, t: Words): Note {
  if (check.kind === 'no-network') return { error: t('firstRun.noNetwork') };
  if (check.kind === 'checking') return { hint: t('firstRun.checking') };
  if (address === 'good') return { good: t('firstRun.found') };
  return address === null ? { hint: t('firstRun.addressHint') } : { error: address.bad };
}

function tokenNote({ token }: Verdict, t: Words): Note {
  if (token === null) return { hint: t('firstRun.tokenHint') };
  return 'bad' in token ? { error: token.bad } : { good: t('firstRun.accepted', { count: token.sites }) };
}

/** What must be right before anything can be reached; folded away, since most networks need none of it. */
function NetworkSettings({
  isNeeded,
  onChange,
}: {
  readonly isNeeded: boolean;
  readonly onChange: () => void;
}): ReactNode {
  const t = useText();
  const settings = useAnswer('settings.get', null).data;
  const [isOpen, setOpen] = useState(false);
  const [proxy, setProxy] = useState<string | null>(null);
  const save = useDo('settings.set', onChange);
  if (settings === undefined) return null;
  const isShown = isOpen || isNeeded || settings.proxy !== null || settings.allowInsecure;
  if (!isShown)
    return (
      <div>
        <LinkButton onPress={() => setOpen(true)}>{t('firstRun.network')}</LinkButton>
      </div>
    );
  return (
    <div className="first-network">
      <TextField
        label={t('firstRun.proxy')}
        value={proxy ?? settings.proxy ?? ''}
        onChange={setProxy}
        onBlur={() => {
          if (proxy !== null) save.run({ proxy: proxy.trim() === '' ? null : proxy.trim() });
        }}
        hint={t('firstRun.proxyHint')}
        size="l"
        // Whoever asked for it is there; the words that were pressed are gone.
        autoFocus={isOpen}
      />
      <Switch
        isSelected={settings.allowInsecure}
        onChange={(allowInsecure) => save.run({ allowInsecure })}
        hint={t('firstRun.insecureHint')}
      >
        {t('firstRun.insecure')}
      </Switch>
    </div>
  );
}
