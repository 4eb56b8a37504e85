import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Button,
  Text,
} from 'react-aria-components';
import { useEffect, useSyncExternalStore } from 'react';
import { useText } from '../../text/use-text.ts';
import { usePlace } from '../browser/use-place.ts';
import { LinkButton } from '../inputs/button.tsx';
import { Icon } from '../icons/icons.tsx';
import { toastMs } from './toast-time.ts';
import './toast.css';

interface ToastAction {
  readonly label: string;
  readonly onAction: () => void;
  /** The place that it leads to, as `#/outbox`: there it is not offered. */
  readonly leadsTo?: string | undefined;
}

/** `busy`: of what is under way; it stands until it is taken away. */
type Tone = 'plain' | 'bad' | 'busy';

const ICONS = { plain: 'check', bad: 'warn', busy: 'hourglass' } as const;

interface ToastWords {
  readonly message: string;
  readonly action: ToastAction | null;
  readonly tone: Tone;
  /** Until when it stands wherever one goes, ms of `performance.now()`. */
  readonly readBy: number;
}

interface ToastOptions {
  /** One way back. */
  readonly action?: ToastAction | undefined;
  readonly tone?: Tone | undefined;
  /** What it is about, for `endToasts`. */
  readonly about?: ToastTopic | undefined;
}

/** What words are about that are true no more once it is over. */
type ToastTopic = 'sign-in';

/** The toasts about each topic that were not closed yet, by their keys. */
const open: Readonly<Record<ToastTopic, Set<string>>> = { 'sign-in': new Set() };

const queue = new ToastQueue<ToastWords>({ maxVisibleToasts: 3 });

/**
 * Says what happened, for some seconds; the time stands still while the pointer or the focus is on it. Returns a function that
 * takes it away.
 */
export function toast(message: string, options: ToastOptions = {}): () => void {
  const { action = null, tone = 'plain' } = options;
  const words = { message, action, tone, readBy: performance.now() + toastMs(message, 'plain') };
  // Said once more it stays longer; a way back is each time to something else.
  const same = queue.visibleToasts.find(
    ({ content }) => content.message === message && content.action === null,
  );
  if (same !== undefined && words.action === null) queue.close(same.key);
  const about = options.about === undefined ? null : open[options.about];
  const key = queue.add(words, {
    ...(tone === 'busy' ? {} : { timeout: toastMs(message, tone) }),
    onClose: () => about?.delete(key),
  });
  about?.add(key);
  return () => queue.close(key);
}

/** Takes away what is said of a topic: it is over. */
export function endToasts(about: ToastTopic): void {
  for (const key of open[about]) queue.close(key);
}

/**
 * A failure that was told of another place goes once it could be read, unless somebody is at it. That of a topic stays until
 * the topic is over.
 */
function endFailuresElsewhere(): void {
  const lasting = new Set(Object.values(open).flatMap((keys) => [...keys]));
  for (const { key, content } of queue.visibleToasts)
    if (content.tone === 'bad' && !lasting.has(key))
      setTimeout(
        () => {
          if (document.querySelector('.toasts:is(:hover, :focus-within)') === null) queue.close(key);
        },
        Math.max(0, content.readBy - performance.now()),
      );
}

function subscribe(onChange: () => void): () => void {
  return queue.subscribe(onChange);
}

function hasToasts(): boolean {
  return queue.visibleToasts.length > 0;
}

/**
 * Where toasts appear; once in the app. F6 leads to it. It begins anew with the first toast: React Aria leads F6 only to
 * regions that are on the page when they begin, and one that had lost its last toast under the focus would later take the
 * focus to another toast from wherever somebody types.
 */
export function ToastRegion() {
  const t = useText();
  const place = usePlace();
  const isAny = useSyncExternalStore(subscribe, hasToasts);
  useEffect(() => endFailuresElsewhere, [place]);
  if (!isAny) return null;
  return (
    <AriaToastRegion queue={queue} className="toasts" aria-label={t('ui.notifications')}>
      {({ toast: shown }) => (
        <AriaToast toast={shown} className="toast">
          <Icon name={ICONS[shown.content.tone]} />
          <ToastContent className="toast-words">
            <Text slot="title">{shown.content.message}</Text>
          </ToastContent>
          {shown.content.action !== null && shown.content.action.leadsTo !== place && (
            <LinkButton
              onPress={() => {
                shown.content.action?.onAction();
                queue.close(shown.key);
              }}
            >
              {shown.content.action.label}
            </LinkButton>
          )}
          <Button slot="close" className="toast-close" aria-label={t('ui.close')}>
            <Icon name="close" size={14} />
          </Button>
        </AriaToast>
      )}
    </AriaToastRegion>
  );
}
