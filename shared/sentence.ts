/** Somebody's words with an end, since another sentence follows: a service's and a system's seldom have a full stop. */
export function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
