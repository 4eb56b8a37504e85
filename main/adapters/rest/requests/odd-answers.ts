import type { Failure } from '../../../../shared/failure.ts';
import { unknownOutcome, type Purpose } from '../dialect.ts';

// Failures for answers that are no answer of the service, or make no sense.

/** The failure for an error with status 200, as some services and gateways send it. */
export function errorInstead(subject: string): Failure {
  return {
    code: 'service-error',
    reason: 'error-instead',
    message: `The service answered with an error instead of ${subject}.`,
    hint: 'If this stays, tell whoever manages the service.',
    retry: 'later',
  };
}

export function notUnderstood(subject: string): Failure {
  return {
    code: 'not-understood',
    message: `The answer to ${subject} was not understood.`,
    hint: 'Check that the address is that of a Site Data Service.',
    retry: 'later',
  };
}

/** A store gives files to anyone with the service's link. The link may have expired: the next try gets a new one. */
export function refusedByStore(subject: string, store: string, status: number): Failure {
  return {
    code: 'service-error',
    message: `The service sends to ${store} for ${subject}, which did not give it out (status ${status}).`,
    hint: 'If this stays, tell whoever manages the service.',
    retry: 'later',
  };
}

export function tooLarge(subject: string): Failure {
  return {
    code: 'too-large',
    message: `The answer to ${subject} is larger than SiteSync takes at once.`,
    hint: '',
    retry: 'now',
  };
}

/** A web page with status 200: mostly the sign-in page of a guest network. The service has not seen the request. */
export function htmlInstead(purpose: Purpose): Failure {
  const hint =
    'On a hotel or guest Wi-Fi, open a browser and sign in to the network; else check the address of the service.';
  if (purpose.kind !== 'read')
    return {
      ...unknownOutcome(purpose.subject, 'a web page came as the answer'),
      reason: 'web-page',
      hint,
      late: true,
    };
  return {
    code: 'not-understood',
    reason: 'web-page',
    message: `A web page came instead of ${purpose.subject}.`,
    hint,
    retry: 'later',
  };
}
