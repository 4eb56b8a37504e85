/**
 * `data`: values arrive, as often as usual for the point. `held`: it is sent on change, and has not changed for a day
 * or more. `silent`: nothing for a day, and longer than usual for it. `unclear`: nothing for a day, and too little is
 * known of how it is sent to decide. `unknown`: nothing in the last ten years, which is as far back as we ask.
 * `unchecked`: the service was not asked yet.
 */
export const HEALTHS = ['data', 'held', 'silent', 'unclear', 'unknown', 'unchecked'] as const;
export type Health = (typeof HEALTHS)[number];

export const SENT = ['even', 'on-change', 'irregular'] as const;

/** How a point was sent before it fell silent. */
export interface Sampling {
  /**
   * At equal pauses, or when the value changes. `irregular`: at unequal pauses, none of them long, like a point that is
   * sent on change during a busy day.
   */
  readonly sent: (typeof SENT)[number];
  /** Its usual pause, and its longest one for which everything was fetched, ms. */
  readonly usual: number;
  readonly longest: number;
  /** The time span before its newest sample that this is known from, ms. */
  readonly known: number;
  /** The number of pauses that it is known from. */
  readonly pauses: number;
}

/** What can be said about a point, one sentence each. Times are epoch ms, lengths ms. */
export type HealthTelling =
  | { readonly says: 'words'; readonly words: readonly string[]; readonly at: number }
  | { readonly says: 'undrawn' | 'cannotTell' | 'never' | 'notAsked' }
  | { readonly says: 'held' | 'noData' | 'noValues'; readonly at: number }
  | { readonly says: 'onChange'; readonly longest: number };

interface Told {
  readonly health: Health;
  readonly lastAt: number | null;
  readonly emptyAt: number | null;
  readonly sampling: Sampling | null;
  readonly words: readonly string[];
}

/** The sentences in order; none if all is well. */
export function healthTellings(point: Told): readonly HealthTelling[] {
  const { health, lastAt, emptyAt, words } = point;
  if (health === 'unknown') return [{ says: 'never' }];
  if (health === 'unchecked') return [{ says: 'notAsked' }];
  const sendsWords = emptyAt !== null && words.length > 0;
  const isWordy = lastAt === null && sendsWords;
  return [
    ...(isWordy ? [{ says: 'words', words, at: emptyAt } as const, { says: 'undrawn' } as const] : []),
    ...quietTellings(point, isWordy ? emptyAt : lastAt),
    ...(health === 'silent' && emptyAt !== null && !isWordy
      ? [
          sendsWords
            ? ({ says: 'words', words, at: emptyAt } as const)
            : ({ says: 'noValues', at: emptyAt } as const),
        ]
      : []),
  ];
}

/** `at`: when the last value came. */
function quietTellings({ health, sampling }: Told, at: number | null): readonly HealthTelling[] {
  if (at === null || health === 'data') return [];
  if (health === 'held') return [{ says: 'held', at }];
  const measure =
    sampling?.sent === 'on-change' ? [{ says: 'onChange', longest: sampling.longest } as const] : [];
  return [
    { says: 'noData', at },
    ...(health === 'silent' ? measure : [...measure, { says: 'cannotTell' } as const]),
  ];
}
