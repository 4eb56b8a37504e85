import type { ReactNode } from 'react';
import type { PendingItem } from '../../../shared/ipc/outbox.ts';
import { baseName, folderOf } from '../../../shared/model/rel-path.ts';
import { useShare } from '../../state/use-share.ts';
import { text } from '../../text/setup.ts';
import { format } from '../../ui/words/format.ts';
import { actionIcon } from '../../ui/icons/action-icon.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { ProgressRing } from '../../ui/telling/progress-ring.tsx';
import { TwoLineCell } from '../../ui/table/two-line-cell.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { whyTwoBriefly } from './conflict/conflict-words.ts';
import { pathOf, type OutboxItem } from './outbox-items.ts';

/** Names of the kept sites by id if there are several, so that each row says which it is about; else null. */
export type SiteNames = ReadonlyMap<string, string> | null;

interface Telling {
  readonly names: SiteNames;
  /** Names that several files of the list have: each says its folder too. */
  readonly same: ReadonlySet<string>;
  readonly hasThree: boolean;
}

/** What it is, and how much or when; below that its place and the reason, in a line each with `hasThree`. */
export function outboxColumns(telling: Telling): readonly Column<OutboxItem>[] {
  return [
    {
      id: 'what',
      label: text('outbox.path'),
      width: 'grow',
      minWidth: 140,
      cell: (item) => <What item={item} {...telling} />,
    },
  ];
}

/** A heading above the rows that follow; null if the item is no heading. */
export function headingOf(item: OutboxItem, secondsLeft: number | null): ReactNode {
  if (item.kind !== 'heading') return null;
  return (
    <>
      {text(`outbox.headings.${item.of}`)}
      <span className="ink-3 num outbox-count">{sumOf(item, secondsLeft)}</span>
    </>
  );
}

function sumOf(item: Extract<OutboxItem, { kind: 'heading' }>, secondsLeft: number | null): string {
  const { of, count, bytes, isLeast } = item;
  // The bytes of only a part of them would say nothing.
  if (isLeast) return text('outbox.orMore', { count });
  // Deletes and renames move no bytes.
  if (bytes === 0 && (of !== 'pending' || secondsLeft === null)) return format.count(count);
  const size = format.bytes(bytes);
  switch (of) {
    case 'issues':
      return format.count(count);
    case 'pending':
      return secondsLeft === null
        ? text('outbox.pendingSum', { count, size })
        : text('outbox.pendingSumTime', { count, size, time: format.timeLeft(secondsLeft) });
    case 'done':
      return text('outbox.doneSum', { count, size });
    default:
      return of satisfies never;
  }
}

interface WhatProps extends Telling {
  readonly item: OutboxItem;
}

function What({ item, ...telling }: WhatProps): ReactNode {
  const { names, hasThree } = telling;
  const { placeIn, ...room } = placing(item, telling);
  switch (item.kind) {
    case 'heading':
      return null;
    case 'held': {
      const { siteName: site, count, folderAway } = item.held;
      return (
        <TwoLineCell
          mark={<Icon name="shield" className="tone-warn" />}
          name={text('outbox.heldItem', { count })}
          place={site}
          {...room}
          detail={text(folderAway ? 'outbox.heldAway' : 'outbox.heldWhy')}
        />
      );
    }
    case 'conflict': {
      return (
        <TwoLineCell
          mark={<Icon name="conflict" className="tone-warn" />}
          name={baseName(pathOf(item))}
          place={placeIn(item.conflict.siteName)}
          {...room}
          detail={whyTwoBriefly(item.conflict)}
          amount={amountOf(item)}
        />
      );
    }
    case 'issue': {
      const { path, siteName: site, brief: why } = item.issue;
      return (
        <TwoLineCell
          mark={<Icon name="fail" className="tone-bad" />}
          name={path === '' ? site : baseName(path)}
          place={path === '' ? text('outbox.wholeSite') : placeIn(site)}
          {...room}
          hasThree={hasThree && path !== ''}
          detail={why}
          amount={amountOf(item)}
        />
      );
    }
    case 'pending':
      return (
        <Pending
          item={item.item}
          amount={amountOf(item)}
          room={room}
          place={placeIn(names === null ? null : item.item.siteName)}
        />
      );
    case 'done': {
      const { site, action, path, done, why } = item.line;
      return (
        <TwoLineCell
          mark={<Icon name={actionIcon(action)} className="ink-3" />}
          name={baseName(path)}
          place={placeIn(names === null ? null : (names.get(site) ?? site))}
          {...room}
          detail={`${done} · ${why}`}
          amount={amountOf(item)}
        />
      );
    }
    case 'more':
      return <TwoLineCell mark={<Icon name="more" className="ink-3" />} {...moreWords(item)} />;
    default:
      return item satisfies never;
  }
}

/** How the place of an item is shown: its folder stands there where another file of the list has its name. */
function placing(item: OutboxItem, { names, same, hasThree }: Telling) {
  const path = pathOf(item);
  const folder = same.has(baseName(path)) ? folderOf(path) || text('files.siteFolder') : null;
  return {
    placeIn: (site: string | null): string | undefined => {
      const words = [names === null && folder !== null ? null : site, folder].filter((each) => each !== null);
      return words.length === 0 ? undefined : words.join(' · ');
    },
    placeEnding: folder === null ? 'word' : 'folder',
    isPlaceFirm: names !== null || folder !== null,
    hasThree,
  } as const;
}

/** The label of a row for the rest of a list, and how to open that. */
export function moreWords({ view, count }: Extract<OutboxItem, { kind: 'more' }>): {
  readonly name: string;
  readonly detail: string;
} {
  if (view !== null)
    return {
      name: count === null ? text('outbox.rest') : text('outbox.more', { count }),
      detail: text('outbox.moreWhy'),
    };
  return count === null
    ? { name: text('outbox.older'), detail: text('outbox.olderWhere') }
    : { name: text('outbox.more', { count }), detail: text('outbox.moreLater') };
}

interface PendingProps {
  readonly item: Extract<OutboxItem, { kind: 'pending' }>['item'];
  readonly amount: string;
  readonly place: string | undefined;
  readonly room: Omit<ReturnType<typeof placing>, 'placeIn'>;
}

function Pending({ item, amount, place, room }: PendingProps): ReactNode {
  const { path, reason, direction, size } = item;
  const share = useShare(item);
  const come = share === null || size === null ? amount : format.bytesOf(Math.round(size * share), size);
  const waiting = waitingOf(item, share);
  const detail = waiting === null ? reason : `${reason} · ${waiting}`;
  const mark =
    share === null ? (
      <Icon name={waiting === null ? 'queued' : 'hourglass'} className="ink-3" />
    ) : (
      <span className="tone-accent outbox-ring">
        <ProgressRing share={share} direction={direction === 'up' ? 'up' : 'down'} />
      </span>
    );
  return (
    <TwoLineCell mark={mark} name={baseName(path)} place={place} {...room} detail={detail} amount={come} />
  );
}

/** Why it waits; null while it is under way and not paused, since then the reason in the list is out of date. */
export function waitingOf(item: PendingItem, share: number | null): string | null {
  return share === null || item.share !== null ? item.waiting : null;
}

function amountOf(item: OutboxItem): string {
  switch (item.kind) {
    case 'conflict':
      return format.bytes(item.conflict.mine.size);
    case 'issue':
      return item.issue.size === null ? '' : format.bytes(item.issue.size);
    case 'pending':
      return item.item.size === null ? '' : format.bytes(item.item.size);
    case 'done':
      return format.when(item.line.at);
    case 'held':
    case 'heading':
    case 'more':
      return '';
    default:
      return item satisfies never;
  }
}
