import { useState, type ReactNode } from 'react';
import type {
  Conflict,
  HeldDeletes,
  Issue,
  Outbox,
  PendingItem,
  Version,
} from '../../../shared/ipc/outbox.ts';
import { baseName, type RelPath } from '../../../shared/model/rel-path.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { format } from '../../ui/format.ts';
import { PageHead, Scroll } from '../../ui/page-head.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { toast } from '../../ui/toast.tsx';
import './outbox.css';

/** What is held, what conflicts, what failed, what waits; each with its reason. */
export function OutboxScreen(): ReactNode {
  const t = useText();
  const outbox = useAnswer('outbox.get', { site: null }).data;
  return (
    <>
      <PageHead title={t('app.outbox')} />
      <Scroll label={t('app.outbox')}>{outbox === undefined ? null : <Lists outbox={outbox} />}</Scroll>
    </>
  );
}

function Lists({ outbox }: { readonly outbox: Outbox }): ReactNode {
  const t = useText();
  const retry = useDo('outbox.retry');
  const resolve = useResolve();
  const { held, conflicts, issues, pending, pendingTotal, pendingBytes } = outbox;
  if (held.length + conflicts.length + issues.length + pending.length === 0)
    return (
      <EmptyState icon="ok" title={t('app.nothingWaits')}>
        {t('app.nothingWaitsWhy')}
      </EmptyState>
    );
  return (
    <div className="outbox">
      {held.map((each) => (
        <Held key={each.site} held={each} />
      ))}
      {conflicts.length > 0 && (
        <section aria-label={t('app.conflicts')}>
          <header>
            <h2>
              {t('app.conflicts')} {format.count(conflicts.length)}
            </h2>
            {conflicts.length > 1 && (
              <Button size="s" onPress={() => resolve('both', conflicts)}>
                {t('app.bothForAll')}
              </Button>
            )}
          </header>
          {conflicts.map((each) => (
            <ConflictItem key={`${each.site} ${each.copy}`} conflict={each} />
          ))}
        </section>
      )}
      {issues.length > 0 && (
        <section aria-label={t('app.issues')}>
          <header>
            <h2>
              {t('app.issues')} {format.count(issues.length)}
            </h2>
            <Button size="s" onPress={() => retry.run({ site: null, attempts: null })}>
              {t('app.retryAll')}
            </Button>
          </header>
          {issues.map((each) => (
            <IssueItem key={`${each.site} ${each.attempt}`} issue={each} />
          ))}
        </section>
      )}
      {pending.length > 0 && (
        <section aria-label={t('app.pending')}>
          <header>
            <h2>
              {t('app.pending')} {format.count(pendingTotal)} · {format.bytes(pendingBytes)}
            </h2>
          </header>
          {pending.map((each) => (
            <Pending key={`${each.site} ${each.key}`} item={each} />
          ))}
          {pendingTotal > pending.length && (
            <p>{t('app.moreItems', { count: pendingTotal - pending.length })}</p>
          )}
        </section>
      )}
    </div>
  );
}

function Held({ held }: { readonly held: HeldDeletes }): ReactNode {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const confirm = useDo('held.confirm', () => setAsking(false));
  const reject = useDo('held.reject');
  const keys = held.files.map((file) => file.key);
  const { site, count } = held;
  return (
    <Banner
      title={t('app.heldTitle', { count })}
      actions={
        <>
          <Button onPress={() => reject.run({ site, keys })}>{t('app.putBack')}</Button>
          <Button variant="danger" onPress={() => setAsking(true)}>
            {t('app.deleteHeld', { count })}
          </Button>
        </>
      }
    >
      {held.siteName}: {held.why}
      <Dialog
        isOpen={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        title={t('app.deleteHeldTitle')}
        actions={
          <>
            <Button onPress={() => setAsking(false)}>{t('ui.cancel')}</Button>
            <Button variant="danger" onPress={() => confirm.run({ site, keys })}>
              {t('app.deleteHeldYes', { count })}
            </Button>
          </>
        }
      >
        <p>{t(held.direction === 'remote' ? 'app.heldRemote' : 'app.heldLocal')}</p>
        <ul>
          {held.files.map((file) => (
            <li key={file.key}>{file.path}</li>
          ))}
        </ul>
      </Dialog>
    </Banner>
  );
}

function useResolve(): (choice: 'mine' | 'theirs' | 'both', conflicts: readonly Conflict[]) => void {
  const t = useText();
  const { run } = useDo('conflicts.resolve', ({ resolved, problems }) => {
    const [problem] = problems;
    if (problem === undefined) toast(t('app.resolved', { count: resolved }));
    else toast(problem.message, { tone: 'bad' });
  });
  return (choice, conflicts) => run({ choice, items: conflicts.map(({ site, copy }) => ({ site, copy })) });
}

function ConflictItem({ conflict }: { readonly conflict: Conflict }): ReactNode {
  const t = useText();
  const resolve = useResolve();
  return (
    <div className="outbox-item">
      <div>
        {baseName((conflict.theirs?.path ?? conflict.copy) as RelPath)}
        <small>
          {conflict.siteName} · {t('app.conflictWhy')}
        </small>
        <small>
          {t('app.mine')}: {factsOf(conflict.mine)}
        </small>
        <small>
          {t('app.theirs')}: {conflict.theirs === null ? t('app.gone') : factsOf(conflict.theirs)}
        </small>
      </div>
      <div className="outbox-acts">
        <Button size="s" onPress={() => resolve('both', [conflict])}>
          {t('app.keepBoth')}
        </Button>
        <Button size="s" onPress={() => resolve('mine', [conflict])}>
          {t('app.keepMine')}
        </Button>
        <Button size="s" isDisabled={conflict.theirs === null} onPress={() => resolve('theirs', [conflict])}>
          {t('app.keepTheirs')}
        </Button>
      </div>
    </div>
  );
}

function factsOf({ size, changedAt, by }: Version): string {
  return [format.bytes(size), format.whenLong(changedAt), by].filter((part) => part !== null).join(' · ');
}

function IssueItem({ issue }: { readonly issue: Issue }): ReactNode {
  const t = useText();
  const retry = useDo('outbox.retry');
  return (
    <div className="outbox-item">
      <div>
        {issue.path === '' ? issue.siteName : issue.path}
        <small>
          {issue.siteName} · {issue.message}
        </small>
        <small>
          {issue.hint}{' '}
          {issue.nextAt === null
            ? t('app.waitsForChange')
            : t('app.nextTry', { time: format.when(issue.nextAt) })}
        </small>
      </div>
      <div className="outbox-acts">
        <Button size="s" onPress={() => retry.run({ site: issue.site, attempts: [issue.attempt] })}>
          {t('app.retry')}
        </Button>
      </div>
    </div>
  );
}

function Pending({ item }: { readonly item: PendingItem }): ReactNode {
  return (
    <div className="outbox-item">
      <div>
        {item.path}
        <small>
          {[item.siteName, item.reason, item.waiting].filter((part) => part !== null).join(' · ')}
        </small>
      </div>
      {item.share === null ? (
        format.bytes(item.size)
      ) : (
        <ProgressRing share={item.share} direction={item.direction === 'up' ? 'up' : 'down'} />
      )}
    </div>
  );
}
