import { isJsonObject, ownValue } from '../../../../shared/model/json.ts';
import { looksLikeHtml, namesTokens } from '../dialect.ts';
import type { Answer, Call, Exchanged } from './exchange.ts';
import { readStart, textOf } from './reply-body.ts';
import { jsonWithoutSecrets } from './secrecy.ts';

/** Statuses by which the check of a token says that it is none. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 422]);
/** Bytes of its answer that are read. */
const START = 4096;

/**
 * May this "no access" be about the token? The Django REST framework says so of one that ran out, unless it was told how to
 * ask for tokens. A service that names tokens in its refusal has understood the one that it got.
 */
export function mayBeOfToken({ status, header }: Answer): boolean {
  return status === 403 && !namesTokens(header('www-authenticate'));
}

/**
 * What the service's own check says of a token. `no-access`: it refuses the check, as one does that says so of each token it
 * does not take, and one that takes nothing by POST now. `unknown`: it takes the token, or cannot be asked.
 */
export type TokenCheck = 'refused' | 'no-access' | 'unknown';

export async function checkToken(
  token: string,
  ask: (call: Pick<Call, 'method' | 'headers' | 'body'>) => Promise<Exchanged>,
): Promise<TokenCheck> {
  const body = Buffer.from(JSON.stringify({ token }));
  const asked = await ask({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  if (!asked.ok) return 'unknown';
  const { answer } = asked;
  const text = textOf(await readStart(answer, START));
  answer.done();
  if (looksLikeHtml(answer.header('content-type') ?? '', text)) return 'unknown';
  if (answer.status === 403) return 'no-access';
  const json = jsonWithoutSecrets(text, token);
  const isNone = REFUSED.has(answer.status) || (isJsonObject(json) && ownValue(json, 'valid') === false);
  return isNone ? 'refused' : 'unknown';
}
