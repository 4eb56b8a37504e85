import { useState, type ReactNode } from 'react';
import type { ActivityLine } from '../../../shared/ipc/files.ts';
import type { Conflict, Issue, PendingItem } from '../../../shared/ipc/outbox.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useAppFact, useDo } from '../../state/engine.tsx';
import { useSite } from '../../state/use-site.ts';
import { useMinute } from '../../state/use-minute.ts';
import { go } from '../../state/route.ts';
import { useShare } from '../../state/use-share.ts';
import { useStill } from '../../state/use-still.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Facts } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { format } from '../../ui/words/format.ts';
import { Meter } from '../../ui/telling/meter.tsx';
import { ConflictPane } from './conflict/conflict-pane.tsx';
import { HeldPane } from './held-pane.tsx';
import { moreWords, waitingOf } from './outbox-columns.tsx';
import type { OutboxItem, OutboxView } from './outbox-items.ts';
import { AtSite, Pane } from './pane/pane.tsx';

interface OutboxPaneProps {
  /** Null: nothing is selected. */
  readonly item: OutboxItem | null;
  readonly conflicts: readonly Conflict[];
  readonly onShow: (view: OutboxView) => void;
}

/** What is known of one item, and what can be done about it. */
export function OutboxPane({ item, conflicts, onShow }: OutboxPaneProps): ReactNode {
  const t = useText();
  switch (item?.kind) {
    case 'conflict':
      return <ConflictPane key={item.id} conflict={item.conflict} all={conflicts} />;
    case 'held':
      return <HeldPane key={item.id} held={item.held} />;
    case 'issue':
      return <IssuePane issue={item.issue} />;
    case 'pending':
      return <PendingPane item={item.item} />;
    case 'done':
      return <DonePane line={item.line} />;
    case 'more': {
      const { view } = item;
      const { name, detail } = moreWords(item);
      if (view === null)
        return (
          <EmptyState icon="more" title={name}>
            {detail}
          </EmptyState>
        );
      return (
        <EmptyState
          icon="more"
          title={name}
          action={<Button onPress={() => onShow(view)}>{detail}</Button>}
        />
      );
    }
    case 'heading':
    case undefined:
      return (
        <EmptyState icon="outbox" title={t('outbox.pick')}>
          {t('outbox.pickWhy')}
        </EmptyState>
      );
    default:
      return item satisfies never;
  }
}

/** What the site waits for while it does not sync; null if it does. */
function useNextOfSite(site: string): string | null {
  const t = useText();
  const still = useStill();
  const isPaused = useSite(site)?.followed?.paused === true;
  if (still === 'paused' || isPaused) return t('outbox.nextResumed');
  if (still === 'offline') return t('outbox.nextReached');
  return still === 'signIn' ? t('outbox.nextSignedIn') : null;
}

/** When it is tried again. Names no time at which nothing would be tried. */
function useNextTry({ site, path, code, nextAt, isFound }: Issue): string {
  const t = useText();
  const still = useNextOfSite(site);
  const now = useMinute();
  if (nextAt === null && path !== '' && !isFound) return t('outbox.nextNever');
  const isOfFolder = path === '' && (code === 'folder-missing' || code === 'folder-in-use');
  if (still !== null) {
    // Looking at a folder needs no service, and is done even while syncing stands still.
    return isOfFolder ? t('outbox.nextLook') : still;
  }
  return nextAt === null || nextAt < now
    ? t('outbox.nextSync')
    : t('outbox.nextByItself', { time: format.whenLong(nextAt) });
}

function IssuePane({ issue }: { readonly issue: Issue }): ReactNode {
  const t = useText();
  const retry = useDo('outbox.retry');
  // The pane stays for the next issue, which is not the one that is being tried.
  const [tried, setTried] = useState<string | null>(null);
  const own = `${issue.site} ${issue.attempt}`;
  const next = useNextTry(issue);
  return (
    <Pane
      title={issue.path === '' ? issue.siteName : baseName(issue.path)}
      subtitle={issue.path === '' ? t('outbox.wholeSite') : <AtSite name={issue.siteName} />}
      actions={
        <>
          {issue.key !== null && <ShowFile site={issue.site} file={issue.key} />}
          <Button
            variant="primary"
            isPending={retry.busy && tried === own}
            onPress={() => {
              setTried(own);
              retry.run({ site: issue.site, attempts: [issue.attempt] });
            }}
          >
            {t('outbox.retryNow')}
          </Button>
        </>
      }
    >
      <div className="outbox-cause">
        <h3>{t('outbox.cause')}</h3>
        <p>{issue.message}</p>
        {issue.hint !== '' && (
          <>
            <h3>{t('outbox.todo')}</h3>
            <p>{issue.hint}</p>
          </>
        )}
      </div>
      <Facts
        items={[
          // An issue of a whole site has no file to name.
          ...(issue.path === ''
            ? []
            : [
                { label: t('outbox.path'), value: issue.path },
                // A folder has no size, nor does a file that was not fetched.
                ...(issue.size === null
                  ? []
                  : [{ label: t('outbox.size'), value: format.bytes(issue.size) }]),
              ]),
          { label: t('outbox.since'), value: format.whenLong(issue.since) },
          // What a scan of the folder found was never tried.
          ...(issue.isFound
            ? []
            : [{ label: t('outbox.tries'), value: t('outbox.triesCount', { count: issue.tries }) }]),
          { label: t('outbox.next'), value: next },
        ]}
      />
    </Pane>
  );
}

function PendingPane({ item }: { readonly item: PendingItem }): ReactNode {
  const t = useText();
  const { path, before, siteName, size, changedAt, direction, reason } = item;
  const sync = useDo('app.sync');
  const share = useShare(item);
  const waiting = waitingOf(item, share);
  const now = useMinute();
  const still = useNextOfSite(item.site);
  const until = item.waitsUntil !== null && item.waitsUntil >= now ? item.waitsUntil : null;
  const byItself = until === null ? null : t('outbox.nextByItself', { time: format.whenLong(until) });
  const next = waiting === null ? null : (still ?? byItself);
  const inLine = useInLine(item);
  return (
    <Pane
      title={baseName(path)}
      subtitle={<AtSite name={siteName} />}
      actions={
        <>
          <ShowFile site={item.site} file={item.key} />
          {/* The one wait that a person can end. */}
          {byItself !== null && next === byItself && (
            <Button variant="primary" isPending={sync.busy} onPress={() => sync.run({ site: item.site })}>
              {t('outbox.retryNow')}
            </Button>
          )}
        </>
      }
    >
      {share !== null && (
        // Another item's begins where it stands, and does not run back from where this one was.
        <Meter
          key={`${item.site} ${item.key}`}
          label={t(`outbox.directions.${direction}`)}
          value={share}
          state="running"
        />
      )}
      <Facts
        items={[
          { label: t('outbox.path'), value: path },
          ...(before === null ? [] : [{ label: t('outbox.before'), value: before }]),
          { label: t('outbox.direction'), value: t(`outbox.directions.${direction}`) },
          { label: t('outbox.reason'), value: reason },
          ...(changedAt === null
            ? []
            : [{ label: t('outbox.changedAt'), value: format.whenLong(changedAt) }]),
          {
            label: t(share === null || waiting !== null ? 'outbox.waiting' : 'outbox.now'),
            value: waiting === null ? t(share === null ? inLine : 'outbox.running') : begun(waiting),
          },
          ...(next === null ? [] : [{ label: t('outbox.next'), value: next }]),
          // A rename or a delete moves no bytes.
          ...(size === null
            ? []
            : [
                {
                  label: t('outbox.size'),
                  value: share === null ? format.bytes(size) : format.bytesOf(Math.round(size * share), size),
                },
              ]),
        ]}
      />
    </Pane>
  );
}

/** What has to happen first where nothing keeps an item back: others go first only while there are any on their way. */
function useInLine({
  direction,
  size,
}: PendingItem): 'outbox.nextInLine' | 'outbox.nextLooked' | 'outbox.nextStill' | 'outbox.nextSync' {
  const phase = useAppFact(({ work }) => (work.running.length > 0 ? 'transferring' : work.phase)) ?? 'idle';
  if (phase === 'transferring') return 'outbox.nextInLine';
  if (phase !== 'idle') return 'outbox.nextLooked';
  return direction === 'up' && size !== null ? 'outbox.nextStill' : 'outbox.nextSync';
}

/** Turns what is under way in a row into a sentence of its own. */
function begun(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function DonePane({ line }: { readonly line: ActivityLine }): ReactNode {
  const t = useText();
  const site = useSite(line.site);
  return (
    <Pane
      title={baseName(line.path)}
      subtitle={<AtSite name={site?.name ?? line.site} />}
      actions={line.key !== null && <ShowFile site={line.site} file={line.key} />}
    >
      <Facts
        items={[
          { label: t('outbox.path'), value: line.path },
          { label: t('activity.what'), value: line.done },
          { label: t('outbox.reason'), value: line.why },
          ...(line.bytes === 0 ? [] : [{ label: t('outbox.size'), value: format.bytes(line.bytes) }]),
          { label: t('outbox.done'), value: format.dateTime(line.at) },
        ]}
      />
    </Pane>
  );
}

function ShowFile({ site, file }: { readonly site: string; readonly file: string }): ReactNode {
  const t = useText();
  return (
    <Button icon="folder" onPress={() => go({ screen: 'site', site, tab: 'files', params: { file } })}>
      {t('outbox.showFile')}
    </Button>
  );
}
