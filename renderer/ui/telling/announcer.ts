/** What an announcer needs of the world; tests give their own. */
export interface AnnouncerClock {
  readonly now: () => number;
  readonly later: (run: () => void, ms: number) => void;
}

/** At most so often is something said, so that a screen reader can finish. */
export const SAID_EVERY_MS = 5000;

/** What words are about: newer ones take the place of those that wait about the same, and of no others. */
export type Topic = 'account' | 'connection' | 'notices' | 'issues' | 'work' | 'screen';

export interface Announcer {
  readonly announce: (words: string, topic: Topic) => void;
}

/**
 * Says words at once if nothing was said for 5 s; else, when they are over, the last of what came meanwhile about each
 * topic: that files are on their way does not hush that the token is refused.
 */
export function createAnnouncer(say: (words: string) => void, clock: AnnouncerClock): Announcer {
  let lastAt = Number.NEGATIVE_INFINITY;
  const waiting = new Map<Topic, string>();
  const speak = (words: string): void => {
    lastAt = clock.now();
    say(words);
  };
  return {
    announce(words, topic) {
      const wait = lastAt + SAID_EVERY_MS - clock.now();
      const isArmed = waiting.size > 0;
      if (wait <= 0 && !isArmed) {
        speak(words);
        return;
      }
      waiting.set(topic, words);
      if (isArmed) return;
      clock.later(
        () => {
          const all = [...waiting.values()].join('\n');
          waiting.clear();
          speak(all);
        },
        Math.max(0, wait),
      );
    },
  };
}
