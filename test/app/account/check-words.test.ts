import { describe, expect, it } from 'vitest';
import { checkWords } from '../../../main/app/check-words.ts';
import { cutOff } from '../../../main/adapters/rest/cut-off.ts';
import { failureOfAnswer } from '../../../main/adapters/rest/dialect/errors.ts';
import { failureOfTrouble } from '../../../main/adapters/rest/trouble.ts';
import type { FailureCode } from '../../../shared/failure.ts';

const LIST = { subject: 'the list of sites', kind: 'read' } as const;

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
    ['not-found', 'HTTP 404', 'data.example:8000 answers, but not as a Site Data Service.'],
    ['not-understood', '', 'data.example:8000 answers, but not as a Site Data Service.'],
    ['sign-in', 'HTTP 401', 'The service refused this token.'],
    ['tls', '', 'as it was'],
  ] as const)('says of %s (%s): %s', (code, detail, message) => {
    const told = checkWords('https://data.example:8000/base', failure(code, detail));
    expect(told).toMatchObject({ code, message });
    expect(told.hint).not.toBe('');
  });

  it('of an answer that was cut off on its way are that the connection broke', () => {
    const told = checkWords('https://data.example', cutOff('the list of sites'));
    expect(told.message).toBe('The connection to data.example broke.');
  });

  it.each([407, 511])('leave as it is what names what stands in the way: status %i', (status) => {
    const answer = { status, text: '', json: undefined, retryAfter: null };
    const refused = failureOfAnswer(answer, LIST, 0);
    expect(checkWords('https://data.example', refused)).toEqual(refused);
  });

  it('leave as it is that no more may be opened here', () => {
    const trouble = { code: 'EMFILE', text: '', cancelled: false, broken: null, stalled: null } as const;
    const asked = { origin: 'https://data.example', proxy: null };
    const failed = failureOfTrouble(
      { ...trouble, connected: false, sent: false, reused: false },
      LIST,
      asked,
    );
    expect(failed.message).toContain('open no more files');
    expect(checkWords('https://data.example', failed)).toEqual(failed);
  });
});
