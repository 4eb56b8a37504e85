/** What was seen of one thing that the contract leaves open, or states. */
export interface Finding {
  /** A short name that stays the same, for scripts. */
  readonly key: string;
  /** What was asked, in words. */
  readonly question: string;
  /** How this service reads it, in words. */
  readonly reading: string;
  /** Null where nothing could be seen; false where SiteSync cannot work with it. */
  readonly understood: boolean | null;
}

export function finding(
  key: string,
  question: string,
  reading: string,
  understood: boolean | null = true,
): Finding {
  return { key, question, reading, understood };
}

/** An error where an answer was due is a finding as well. */
export async function look(key: string, question: string, see: () => Promise<Finding>): Promise<Finding> {
  try {
    return await see();
  } catch (error) {
    return finding(
      key,
      question,
      `could not be seen: ${error instanceof Error ? error.message : String(error)}`,
      null,
    );
  }
}
