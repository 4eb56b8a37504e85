import { describe, expect, it } from 'vitest';
import { checkWords } from '../../../main/app/check-words.ts';
import type { FailureCode } from '../../../shared/failure.ts';

const failure = (code: FailureCode, detail = '') => ({
  code,
  detail,
  message: 'as it was',
  hint: 'as it was',
  retry: 'later' as const,
});

describe('the first look at a service, in words', () => {
  it.each([
    ['offline', 'ENOTFOUND: getaddrinfo', 'There is no computer called data.example:8000.'],
    ['offline', 'ECONNREFUSED: connect', 'Nothing answers at data.example:8000.'],
    ['offline', 'ENETUNREACH: connect', 'data.example:8000 cannot be reached from this network.'],
    ['offline', 'EAI_AGAIN: getaddrinfo', 'data.example:8000 cannot be reached from this network.'],
    ['offline', '', 'data.example:8000 cannot be reached.'],
    ['timeout', '', 'data.example:8000 did not answer in time.'],
    ['timeout', 'UND_ERR_SOCKET: other side closed', 'The connection to data.example:8000 broke.'],
    ['timeout', 'CUT_OFF: JSON that ends', 'The connection to data.example:8000 broke.'],
    ['not-found', 'HTTP 404', 'data.example:8000 answers, but not as a Site Data Service.'],
    ['not-understood', '', 'data.example:8000 answers, but not as a Site Data Service.'],
    ['sign-in', 'HTTP 401', 'The service refused this token.'],
    ['tls', '', 'as it was'],
  ] as const)('says of %s (%s): %s', (code, detail, message) => {
    const told = checkWords('https://data.example:8000/base', failure(code, detail));
    expect(told).toMatchObject({ code, message });
    expect(told.hint).not.toBe('');
  });
});
