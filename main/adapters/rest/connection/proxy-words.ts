import type { Failure } from '../../../../shared/failure.ts';
import type { NamedProxy } from './proxies.ts';

/** The failure if there was no connection to the proxy, or through it. */
export function notThrough(proxy: NamedProxy, origin: string, detail: string): Failure {
  const usable = proxy.url !== null;
  return ofProxy(
    usable
      ? `The service at ${origin} cannot be reached${through(proxy)}.`
      : `The service at ${origin} cannot be reached, and the proxy ${named(proxy)} is none that SiteSync can use.`,
    usable
      ? `Check that proxy, or ask whoever manages the network. ${withoutOne(proxy)}`
      : `A proxy for SiteSync begins with http:// or https://. ${withoutOne(proxy)}`,
    `ERR_PROXY: ${detail}`,
  );
}

/** The failure if the proxy answers but does not let us through. `detail` contains its answer. */
export function tunnelRefused(proxy: NamedProxy | null, detail: string): Failure {
  const status = /HTTP\/1\.\d (\d{3})\b/.exec(detail)?.[1];
  if (proxy !== null && status === '407') return proxySignIn(proxy, detail);
  const said = status === undefined ? '' : ` (status ${status})`;
  return ofProxy(
    `The proxy${proxy === null ? '' : ` ${named(proxy)}`} does not let SiteSync through to the service${said}.`,
    `Check the address of the service, or ask whoever manages the network. ${proxy === null ? '' : withoutOne(proxy)}`.trimEnd(),
    detail,
  );
}

export function proxySignIn(proxy: NamedProxy, detail: string): Failure {
  const place = proxy.variable ?? 'the settings';
  return ofProxy(
    `The proxy ${named(proxy)} asks for a sign-in.`,
    `Put NAME:PASSWORD@ before its name in ${place}, or ask whoever manages the network.`,
    detail,
  );
}

/** The words for the proxy in the middle of a sentence; empty without one. */
export function through(proxy: NamedProxy | null): string {
  return proxy === null || proxy.url === null ? '' : ` through the proxy ${named(proxy)}`;
}

function named({ shown, variable }: NamedProxy): string {
  return `${shown} (${variable === null ? 'from the settings' : `from ${variable}`})`;
}

function withoutOne({ variable }: NamedProxy): string {
  return variable === null
    ? 'Where this network needs none, leave it empty in the settings.'
    : `Where this network needs none, unset ${variable}.`;
}

function ofProxy(message: string, hint: string, detail: string): Failure {
  return { code: 'offline', reason: 'cause-told', message, hint, retry: 'on-connect', detail };
}
