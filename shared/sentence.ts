/** Adds a full stop to words of a service or system if they lack one, since another sentence follows. */
export function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
