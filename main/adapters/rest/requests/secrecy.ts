import type { Failure } from '../../../../shared/failure.ts';

const HIDDEN = '***';

/** Removes the token and a proxy's password from a text: a service may repeat what it was sent. */
export function withoutSecrets(text: string, token: string | null): string {
  const plain = text.includes('@') ? text.replace(/\/\/[^/@\s]+@/g, `//${HIDDEN}@`) : text;
  if (token === null || token === '') return plain;
  const hidden = plain.replaceAll(token, HIDDEN);
  if (!/[%\\]/.test(hidden)) return hidden;
  return hidden
    .replaceAll(encodeURIComponent(token), HIDDEN)
    .replaceAll(token.replaceAll('/', String.raw`\/`), HIDDEN);
}

/**
 * A JSON text as a value without secrets; undefined if it is no JSON. The text itself would not do: JSON may write any
 * character of a token in another way, as some write each slash, and words are cut off before they are a failure's.
 */
export function jsonWithoutSecrets(text: string, token: string | null): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? withoutSecrets(value, token) : value,
    );
  } catch {
    return undefined;
  }
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
