import type { Failure } from '../../../shared/failure.ts';

/**
 * A failure of the first look at a service, for somebody who has just typed its address and token: says which of the
 * two is wrong, or that neither could be tried.
 */
export function checkWords(baseUrl: string, failure: Failure): Failure {
  const host = URL.parse(baseUrl)?.host ?? baseUrl;
  switch (failure.code) {
    case 'sign-in':
      return {
        ...failure,
        message: 'The service refused this token.',
        hint: 'It may have expired, or been cut short when it was copied. Paste it again, or ask for a new one.',
      };
    case 'offline':
      if (failure.reason === 'cause-told') return failure;
      return { ...failure, ...unreached(host, failure.reason) };
    case 'timeout':
      if (failure.reason === 'broke')
        return {
          ...failure,
          message: `The connection to ${host} broke.`,
          hint: 'Check the address. If it is right, something on the way or the service itself ends connections: try again.',
        };
      return {
        ...failure,
        message: `${host} did not answer in time.`,
        hint: 'Check the address. If it is right, the service or the network is slow now: try again.',
      };
    case 'not-found':
    case 'not-understood':
      if (failure.reason === 'cause-told') return failure;
      // Where it is sent to may be the very address that was meant.
      if (failure.reason === 'redirected')
        return {
          ...failure,
          hint: `If the service is there now, its address is the part before /api/v1.${GUEST_NETWORK}`,
        };
      return {
        ...failure,
        message: `${host} answers, but not as a Site Data Service.`,
        hint: `Check the address: it is the part before /api/v1.${failure.reason === 'web-page' ? GUEST_NETWORK : ''}`,
      };
    default:
      return failure;
  }
}

/** Such a network answers in place of every service. */
const GUEST_NETWORK = ' On a hotel or guest Wi-Fi, open a browser and sign in to the network first.';

/** The service did not say no: address and token may be right. What answers all with words of its own may be none. */
export function mayBeRight({ code, reason }: Failure): boolean {
  if (reason === 'error-instead') return false;
  return code === 'offline' || code === 'timeout' || code === 'busy' || code === 'service-error';
}

function unreached(host: string, reason: Failure['reason']): Pick<Failure, 'message' | 'hint'> {
  if (reason === 'no-such-name')
    return {
      message: `There is no computer called ${host}.`,
      hint: 'Check the address for typing mistakes. Some addresses exist only inside a company’s network.',
    };
  if (reason === 'nobody-listens')
    return {
      message: `Nothing answers at ${host}.`,
      hint: 'Check the address and its port. If they are right, the service is not running now.',
    };
  if (reason === 'no-way')
    return {
      message: `${host} cannot be reached from this network.`,
      hint: 'Check that this computer is connected, and that the address is right.',
    };
  return {
    message: `${host} cannot be reached.`,
    hint: 'Check the address, and that this computer is connected. A network may also need a proxy.',
  };
}
