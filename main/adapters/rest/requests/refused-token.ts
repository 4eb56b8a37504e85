import { isJsonObject, ownValue } from '../../../../shared/model/json.ts';
import { looksLikeHtml, namesTokens } from '../dialect.ts';
import type { Answer, Call, Exchanged } from './exchange.ts';
import { readStart, textOf } from './reply-body.ts';
import { jsonWithoutSecrets } from './secrecy.ts';

/** Statuses by which the check of a token says that it is none. */
const REFUSED: ReadonlySet<number> = new Set([400, 401, 403, 422]);
/** Bytes of its answer that are read. */
const START = 4096;

/**
 * May this "no access" be about the token? The Django REST framework says so of one that ran out, unless it was told how to
 * ask for tokens. A service that names tokens in its refusal has understood the one that it got.
 */
export function mayBeOfToken({ status, header }: Answer): boolean {
  return status === 403 && !namesTokens(header('www-authenticate'));
}

/** Does the service's own check refuse the token? False if it cannot be asked. */
export async function refusesToken(
  token: string,
  ask: (call: Pick<Call, 'method' | 'headers' | 'body'>) => Promise<Exchanged>,
): Promise<boolean> {
  const body = Buffer.from(JSON.stringify({ token }));
  const asked = await ask({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  if (!asked.ok) return false;
  const { answer } = asked;
  const text = textOf(await readStart(answer, START));
  answer.done();
  if (looksLikeHtml(answer.header('content-type') ?? '', text)) return false;
  const json = jsonWithoutSecrets(text, token);
  return REFUSED.has(answer.status) || (isJsonObject(json) && ownValue(json, 'valid') === false);
}
