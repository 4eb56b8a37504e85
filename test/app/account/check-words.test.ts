import { describe, expect, it } from 'vitest';
import { checkWords } from '../../../main/app/account/check-words.ts';
import { cutOff } from '../../../main/adapters/rest/requests/cut-off.ts';
import { failureOfAnswer } from '../../../main/adapters/rest/dialect/errors.ts';
import type { Trouble } from '../../../main/adapters/rest/requests/exchange.ts';
import { RedirectTrail } from '../../../main/adapters/rest/requests/redirects.ts';
import { failureOfTrouble } from '../../../main/adapters/rest/requests/trouble.ts';
import { isUnanswered } from '../../../main/sync/pacing/gate.ts';
import type { FailureCode } from '../../../shared/failure.ts';

const LIST = { subject: 'the list of sites', kind: 'read' } as const;

const failure = (code: FailureCode, detail: string) => ({
  code,
  detail,
  message: 'as it was',
  hint: 'as it was',
  retry: 'later' as const,
});

const ASKED = { origin: 'https://data.example:8000', proxy: null, isStore: false } as const;
const TROUBLE: Trouble = {
  code: '',
  text: 'as the system says it',
  cancelled: false,
  broken: null,
  stalled: null,
  connected: true,
  sent: true,
  reused: false,
};

describe('the first look at a service, in words', () => {
  it.each([
    ['ENOTFOUND', 'There is no computer called data.example:8000.'],
    ['EAI_NONAME', 'There is no computer called data.example:8000.'],
    ['ECONNREFUSED', 'Nothing answers at data.example:8000.'],
    ['ENETUNREACH', 'data.example:8000 cannot be reached from this network.'],
    ['EAI_AGAIN', 'data.example:8000 cannot be reached from this network.'],
    ['ECONNRESET', 'data.example:8000 cannot be reached.'],
  ])('say why no connection came about (%s): %s', (code, message) => {
    const failed = failureOfTrouble({ ...TROUBLE, code, connected: false, sent: false }, LIST, ASKED);
    const told = checkWords('https://data.example:8000/base', failed);
    expect(told).toMatchObject({ code: 'offline', message });
    expect(told.hint).not.toBe('');
  });

  it.each([
    ['UND_ERR_SOCKET', null, 'The connection to data.example:8000 broke.'],
    ['ECONNRESET', null, 'The connection to data.example:8000 broke.'],
    ['ECONNRESET', 'reply', 'data.example:8000 did not answer in time.'],
  ] as const)(
    'tell a connection that broke from one on which nothing came (%s, %s)',
    (code, stalled, message) => {
      const failed = failureOfTrouble({ ...TROUBLE, code, stalled }, LIST, ASKED);
      const told = checkWords('https://data.example:8000/base', failed);
      expect(told).toMatchObject({ code: 'timeout', message });
      expect(told.hint).not.toBe('');
    },
  );

  it.each([
    ['offline', 'data.example:8000 cannot be reached.'],
    ['timeout', 'data.example:8000 did not answer in time.'],
    ['not-found', 'data.example:8000 answers, but not as a Site Data Service.'],
    ['not-understood', 'data.example:8000 answers, but not as a Site Data Service.'],
    ['sign-in', 'The service refused this token.'],
    ['tls', 'as it was'],
  ] as const)('go by what is said of a failure, and not by its detail for the log: %s', (code, message) => {
    const told = checkWords(
      'https://data.example:8000/base',
      failure(code, 'ECONNREFUSED ECONNRESET ENOTFOUND'),
    );
    expect(told).toMatchObject({ code, message });
    expect(told.hint).not.toBe('');
  });

  it('name the network where a web page came: it may be its own', () => {
    const page = failure('not-understood', '<html>');
    expect(checkWords('https://data.example', page).hint).not.toContain('Wi-Fi');
    const { message, hint } = checkWords('https://data.example', { ...page, reason: 'web-page' });
    expect(message).toBe('data.example answers, but not as a Site Data Service.');
    expect(hint).toContain('Check the address');
    expect(hint).toContain('sign in to the network');
  });

  it.each([
    [
      'https://data.example/api/v1/check/',
      'https://new.example/base/api/v1/check/',
      'the part before /api/v1',
    ],
    [
      'https://data.example/api/v1/check/',
      'https://data.example/base/api/v1/check/',
      'the part before /api/v1',
    ],
    ['http://data.example/api/v1/check/', 'https://data.example/api/v1/check/', 'begin with https://'],
    ['https://data.example/api/v1/check/', 'https://data.example/api/v1/check', 'a slash at the end'],
  ])('name the address that another one sends to: %s to %s', (from, to, what) => {
    const trail = new RedirectTrail(new URL(from), 'never', false, LIST);
    const went = trail.next(new URL(from), to);
    const told = went.ok ? null : checkWords(from, went.failure);
    expect(told?.message).toContain(`redirects to ${to}.`);
    expect(told?.hint).toContain(what);
    // As before, it may be a guest network, which is one state and not the fault of each file.
    const isOther = what.includes('/api/v1');
    expect(told !== null && isUnanswered(told)).toBe(isOther);
    expect(told?.hint.includes('Wi-Fi')).toBe(isOther);
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
    const failed = failureOfTrouble(
      { ...TROUBLE, code: 'EMFILE', connected: false, sent: false },
      LIST,
      ASKED,
    );
    expect(failed.message).toContain('open no more files');
    expect(checkWords('https://data.example', failed)).toEqual(failed);
  });
});
