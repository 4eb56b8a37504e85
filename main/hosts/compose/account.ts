import { createHash, randomUUID } from 'node:crypto';
import { isJsonObject, parseJson } from '../../../shared/model/json.ts';
import type { Mirror } from '../../sync/ports/mirror.ts';
import { SETTINGS } from '../../sync/settings/settings.ts';

/**
 * Identifies an account without its token: the service and the subject of a JWT, which stays the same when the token is
 * renewed. For an opaque token, a salted hash: another token then counts as another account, and merging is the safe
 * answer.
 */
export function accountOf(
  mirror: Pick<Mirror, 'setting' | 'setSetting'>,
  baseUrl: string,
  token: string,
): string {
  const subject = jwtSubject(token);
  if (subject !== null) return `${baseUrl} ${subject}`;
  const salt = SETTINGS.accountSalt.read(mirror) ?? newSalt(mirror);
  return `${baseUrl} ${createHash('sha256').update(`${salt} ${token}`).digest('base64url').slice(0, 22)}`;
}

/** Written once alone: what only shows what is here works on a full or locked disk too. */
function newSalt(mirror: Pick<Mirror, 'setSetting'>): string {
  const salt = randomUUID();
  SETTINGS.accountSalt.write(mirror, salt);
  return salt;
}

function jwtSubject(token: string): string | null {
  const claims = jwtClaims(token);
  const subject = claims['user_id'] ?? claims['sub'];
  return typeof subject === 'string' || typeof subject === 'number' ? `user ${subject}` : null;
}

/** The best one first. */
const NAMES = ['name', 'email', 'preferred_username'];

/** How a JWT calls the person, for screens alone; null if it does not, or if it is no JWT. */
export function nameIn(token: string): string | null {
  const claims = jwtClaims(token);
  return (
    NAMES.map((claim) => claims[claim])
      .find(isName)
      ?.trim() ?? null
  );
}

function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && /^(?=.*\S)\P{Cc}{1,100}$/u.test(claim);
}

/** Empty where the token is no JWT. */
function jwtClaims(token: string): { readonly [claim: string]: unknown } {
  const [, payload = '', signature] = token.split('.');
  if (signature === undefined) return {};
  const claims = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
  return isJsonObject(claims) ? claims : {};
}
