import { looksLikeHtml, namesTokens } from '../dialect.ts';
import type { Answer, Call, Exchanged } from './exchange.ts';
import { readStart, textOf } from './reply-body.ts';

/** Characters by which a web page is known. */
const START = 4096;
/** Two ways to ask what the service answers to everybody, neither of which it can take for a sign-in. */
const ASKED = [
  { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: Buffer.from('{}') },
  { method: 'GET', headers: {}, body: null },
] as const;

/** May a guest network, or a filter, have refused the request in place of the service? */
export function mayBeOfNetwork(answer: Answer, text: string): boolean {
  if (answer.status !== 401 && answer.status !== 403) return false;
  return isPage(answer, text) && !namesTokens(answer.header('www-authenticate'));
}

/**
 * Is the check of a token refused with this status and a web page too? The service needs no sign-in for it: so what
 * refuses is not the service, and says nothing about the token or the account.
 */
export async function refusesEverybody(
  status: number,
  ask: (call: Pick<Call, 'method' | 'headers' | 'body'>) => Promise<Exchanged>,
): Promise<boolean> {
  for (const call of ASKED) {
    const asked = await ask(call);
    if (!asked.ok) return false;
    const { answer } = asked;
    const text = textOf(await readStart(answer, START));
    answer.done();
    if (answer.status !== status || !isPage(answer, text)) return false;
  }
  return true;
}

function isPage(answer: Answer, text: string): boolean {
  return looksLikeHtml(answer.header('content-type') ?? '', text);
}
