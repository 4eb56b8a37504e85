import type { Failure } from '../../../../shared/failure.ts';

const HIDDEN = '***';

/** Removes the token and a proxy's password from a text: a service may repeat what it was sent. */
export function withoutSecrets(text: string, token: string | null): string {
  const plain = text.includes('@') ? text.replace(/\/\/[^/@\s]+@/g, `//${HIDDEN}@`) : text;
  if (token === null || token === '') return plain;
  const hidden = plain.replaceAll(token, HIDDEN);
  return hidden.includes('%') ? hidden.replaceAll(encodeURIComponent(token), HIDDEN) : hidden;
}

export function failureWithoutSecrets(failure: Failure, token: string | null): Failure {
  return {
    ...failure,
    message: withoutSecrets(failure.message, token),
    hint: withoutSecrets(failure.hint, token),
    ...(failure.detail === undefined ? {} : { detail: withoutSecrets(failure.detail, token) }),
  };
}

/** An address for people and logs: a query may hold a signature that opens the file to whoever has it. */
export function withoutQuery(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
