import { useState, type ReactNode } from 'react';
import { useAnswer, useAppFact } from '../../state/engine.tsx';
import { isYesOrNo, useKept } from '../../state/use-kept.ts';
import { go } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { Brand, Icon } from '../../ui/icons/icons.tsx';
import { VisuallyHidden } from '../../ui/telling/visually-hidden.tsx';
import { ChooseStep } from './choose-step.tsx';
import { ComingStep } from './coming-step.tsx';
import { ConnectStep } from './connect-step.tsx';
import { Stacks } from './stacks.tsx';
import './first-run.css';

const STEPS = ['connect', 'choose', 'work'] as const;
type Step = (typeof STEPS)[number];

/**
 * Stands in the place of the app until somebody is signed in and has said which sites are kept here; then shows the first
 * sync until they go on. Whoever keeps a site already never sees it again, signed in or not: what is on this computer is
 * theirs to work with. Who wanted none comes back to it only to sign in.
 */
export function FirstRunGate({ children }: { readonly children: ReactNode }): ReactNode {
  const t = useText();
  const account = useAppFact((state) => state.account);
  const { data: sites, isError } = useAnswer('sites.list', null);
  const [isOver, setOver] = useKept('first-run.over', false, isYesOrNo, 'window');
  const [isKeeping, setKeeping] = useState(false);
  const [isComing, setComing] = useState(false);
  // Someone who stops keeping the last site while not signed in still has a trash and settings.
  const [wasIn, setIn] = useState(false);
  if (account === null) return <EmptyState icon="sync" title={t('app.starting')} />;
  const keepsSome = sites?.some(({ followed }) => followed !== null);
  if (keepsSome === true && !account.signedIn && !wasIn) setIn(true);
  if (account.signedIn && wasIn) setIn(false);
  if (!account.signedIn && keepsSome === undefined && !isError)
    return <EmptyState icon="sync" title={t('app.starting')} />;
  if (!account.signedIn && keepsSome !== true && !wasIn)
    return (
      <Frame step="connect">
        <ConnectStep baseUrl={account.baseUrl} warning={account.warning} />
      </Frame>
    );
  const leave = (): void => {
    setOver(true);
    setComing(false);
    go({ screen: 'sites' });
  };
  if (isComing)
    return (
      <Frame step="work">
        <ComingStep onOpen={leave} />
      </Frame>
    );
  if (isOver || wasIn) return children;
  if (keepsSome === undefined) return <EmptyState icon="sync" title={t('app.starting')} />;
  // While the chosen ones are being kept, the first of them is kept already.
  if (!isKeeping && keepsSome) return children;
  return (
    <Frame step="choose">
      <ChooseStep
        isKeeping={isKeeping}
        onKeeping={setKeeping}
        onKept={() => setComing(true)}
        onLater={leave}
      />
    </Frame>
  );
}

/** What the app is for at one side, the step at the other. */
function Frame({ step, children }: { readonly step: Step; readonly children: ReactNode }): ReactNode {
  const t = useText();
  return (
    <div className="first">
      <header className="first-bar">
        <Brand />
        SiteSync
      </header>
      <div className="first-intro">
        <h1 className="first-promise">{t('firstRun.promise')}</h1>
        <p className="ink-2">{t('firstRun.promiseWhy')}</p>
        <Stacks />
        <Steps step={step} />
      </div>
      <main className="first-stage">{children}</main>
    </div>
  );
}

function Steps({ step }: { readonly step: Step }): ReactNode {
  const t = useText();
  const now = STEPS.indexOf(step);
  return (
    <ol className="first-steps" aria-label={t('firstRun.steps')}>
      {STEPS.map((each, at) => (
        <li
          key={each}
          className={at === now ? 'first-step first-step-now' : 'first-step'}
          {...(at === now ? { 'aria-current': 'step' } : {})}
        >
          {at < now ? (
            <Icon name="ok" size={16} className="tone-ok" />
          ) : (
            <span className="first-step-number num" aria-hidden="true">
              {at + 1}
            </span>
          )}
          <span className="first-step-name">{t(`firstRun.step.${each}`)}</span>
          {at < now && <VisuallyHidden>{t('firstRun.stepDone')}</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
