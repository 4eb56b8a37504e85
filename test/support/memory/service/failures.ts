import type { Failure } from '../../../../shared/failure.ts';
import { type Purpose, unknownOutcome } from '../../../../main/adapters/rest/dialect.ts';

/** The failures of a network, as the real adapter words their codes. */
export function offline(): Failure {
  return {
    code: 'offline',
    message: 'The service cannot be reached.',
    hint: 'It is tried again.',
    retry: 'on-connect',
  };
}

export function cancelled(): Failure {
  return { code: 'cancelled', message: 'Stopped.', hint: 'It goes on when resumed.', retry: 'later' };
}

export function broken(): Failure {
  return { code: 'timeout', message: 'The connection broke.', hint: 'It is tried again.', retry: 'later' };
}

/** The connection broke after the request was sent: certain for a read only. */
export function lost(purpose: Purpose): Failure {
  return purpose.kind === 'read' ? broken() : unknownOutcome(purpose.subject, 'the connection broke');
}

export function sourceFailed(kind: 'length' | 'source'): Failure {
  return {
    code: kind === 'length' ? 'still-changing' : 'unreadable',
    message: 'The file could not be sent as it was announced.',
    hint: 'It is tried again.',
    retry: 'later',
  };
}
