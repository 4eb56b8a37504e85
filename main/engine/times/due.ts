/**
 * Has the moment `at` come? Both are epoch ms, `longest` is the longest possible wait, ms. A moment further ahead
 * than that was set before the clock went back. Waiting for it would take as long as the clock went back, so it
 * counts as come.
 */
export function hasCome(at: number, now: number, longest: number): boolean {
  return at <= now || at > now + longest;
}
