/**
 * The words of the app are English, so dates are too: in the person's own kind of English, else the one that
 * writes the day before the month by name and counts 24 hours.
 */
export function pickLocale(languages: readonly string[]): string {
  return languages.find((language) => /^en\b/i.test(language)) ?? 'en-GB';
}

/** The locale of numbers and dates. */
export const LOCALE = pickLocale(globalThis.navigator?.languages ?? []);
