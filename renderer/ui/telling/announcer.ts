/** What an announcer needs of the world; tests give their own. */
export interface AnnouncerClock {
  readonly now: () => number;
  readonly later: (run: () => void, ms: number) => void;
}

/** At most so often is something said, so that a screen reader can finish. */
export const SAID_EVERY_MS = 5000;

export interface Announcer {
  readonly announce: (words: string) => void;
}

/**
 * Says words at once if nothing was said for 5 s; else the last of what came meanwhile is said when they are over.
 */
export function createAnnouncer(say: (words: string) => void, clock: AnnouncerClock): Announcer {
  let lastAt = Number.NEGATIVE_INFINITY;
  let next: string | null = null;
  const speak = (words: string): void => {
    lastAt = clock.now();
    say(words);
  };
  return {
    announce(words) {
      const wait = lastAt + SAID_EVERY_MS - clock.now();
      if (wait <= 0 && next === null) {
        speak(words);
        return;
      }
      const armed = next !== null;
      next = words;
      if (armed) return;
      clock.later(
        () => {
          const latest = next;
          next = null;
          if (latest !== null) speak(latest);
        },
        Math.max(0, wait),
      );
    },
  };
}
