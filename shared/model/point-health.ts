/**
 * `data`: values arrive, as often as is usual for the point. `held`: it is sent on change, and has not changed for a day
 * or more. `silent`: nothing for a day, and longer than is usual for it. `unclear`: nothing for a day, and too little is
 * known of how it is sent to say which of these it is. `unknown`: nothing in ten years, which is as far back as is
 * asked. `unchecked`: the service was not asked yet.
 */
export const HEALTHS = ['data', 'held', 'silent', 'unclear', 'unknown', 'unchecked'] as const;
export type Health = (typeof HEALTHS)[number];

export const SENT = ['even', 'on-change', 'irregular'] as const;

/** How a point was sent until it said nothing more. */
export interface Pace {
  /**
   * At equal pauses, or when the value changes; `irregular`: at pauses that are not equal, of which none is long, as what
   * is sent on change may be within a busy day.
   */
  readonly sent: (typeof SENT)[number];
  /** Its usual pause, and its longest one of which all was fetched, ms. */
  readonly usual: number;
  readonly longest: number;
  /** How much time before its newest sample that is told from, ms. */
  readonly known: number;
  /** From how many pauses it is told. */
  readonly pauses: number;
}

/** What there is to say of a point, a sentence each. Times are epoch ms, lengths ms. */
export type HealthTelling =
  | { readonly says: 'words'; readonly words: readonly string[]; readonly at: number }
  | { readonly says: 'undrawn' | 'cannotTell' | 'never' | 'notAsked' }
  | { readonly says: 'held' | 'noData' | 'noValues'; readonly at: number }
  | { readonly says: 'onChange'; readonly longest: number };

interface Told {
  readonly health: Health;
  readonly lastAt: number | null;
  readonly emptyAt: number | null;
  readonly pace: Pace | null;
  readonly words: readonly string[];
}

/** The sentences in their order; none where all is well. */
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

/** `at`: when it was heard of last. */
function quietTellings({ health, pace }: Told, at: number | null): readonly HealthTelling[] {
  if (at === null || health === 'data') return [];
  if (health === 'held') return [{ says: 'held', at }];
  const measure = pace?.sent === 'on-change' ? [{ says: 'onChange', longest: pace.longest } as const] : [];
  return [
    { says: 'noData', at },
    ...(health === 'silent' ? measure : [...measure, { says: 'cannotTell' } as const]),
  ];
}
