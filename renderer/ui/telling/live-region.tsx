import { useSyncExternalStore } from 'react';
import { createAnnouncer, type Topic } from './announcer.ts';
import './visually-hidden.css';

let said = '';
const listeners = new Set<() => void>();

const announcer = createAnnouncer(
  (words) => {
    // The same words twice are spoken twice only if the text differs.
    said = words === said ? `${words}\u00A0` : words;
    for (const listener of listeners) listener();
  },
  { now: () => performance.now(), later: (run, ms) => void setTimeout(run, ms) },
);

/** Has a screen reader say it when it has time: at most every 5 s, and then the last words about each topic. */
export function announce(words: string, topic: Topic = 'screen'): void {
  announcer.announce(words, topic);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Once in the app. By its mark it speaks also while a dialog makes all else of the page inert. */
export function LiveRegion() {
  const words = useSyncExternalStore(subscribe, () => said);
  return (
    <div className="visually-hidden" role="status" aria-live="polite" data-live-announcer="">
      {words}
    </div>
  );
}
