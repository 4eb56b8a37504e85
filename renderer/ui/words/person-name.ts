import { text } from '../../text/setup.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Who is signed in. A UUID tells a person nothing: where the token has a name, that stands in its place. */
export function accountName(person: string | null, tokenName: string | null): string | null {
  return person !== null && !UUID.test(person) ? person : (tokenName ?? person);
}

/**
 * Who did something, in words. If a service names people only by UUID, as much of it as tells the few people of a site
 * apart. `me`: how the service names whoever is signed in. Null: nobody knows.
 */
export function personName(
  by: string | null,
  me: string | null,
  { inSentence = false }: { readonly inSentence?: boolean } = {},
): string | null {
  if (by === null || by === '') return null;
  if (by === me) return text(inSentence ? 'ui.byYou' : 'ui.you');
  return UUID.test(by) ? text('ui.user', { id: by.slice(0, 4) }) : by;
}
