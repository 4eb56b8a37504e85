/**
 * Has a moment come (epoch ms, both)? Where nothing waits longer than `longest`, one further ahead was named before the
 * clock was set back: to wait for it would be to wait for as long as that.
 */
export function hasCome(at: number, now: number, longest: number): boolean {
  return at <= now || at > now + longest;
}
