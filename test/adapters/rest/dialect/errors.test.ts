import { expect, test } from 'vitest';
import {
  failureOfAnswer,
  looksLikeHtml,
  type Purpose,
  serviceWords,
} from '../../../../main/adapters/rest/dialect.ts';
import { ownWorkOf } from '../../../support/measures/own-work.ts';

const NOW = Date.UTC(2026, 0, 1);
const READ: Purpose = { subject: 'the list of files', kind: 'read' };
const CREATE: Purpose = { subject: '"a.pdf"', kind: 'create' };
const UPDATE: Purpose = { subject: '"a.pdf"', kind: 'update' };
const DELETE: Purpose = { subject: 'the file record', kind: 'delete' };

function judge(status: number, purpose: Purpose, json?: unknown, retryAfter: string | null = null) {
  const text = json === undefined ? '' : JSON.stringify(json);
  return failureOfAnswer({ status, text, json, retryAfter }, purpose, NOW);
}

test.each([
  [400, CREATE, 'refused', 'on-change'],
  [401, READ, 'sign-in', 'on-sign-in'],
  [403, READ, 'no-access', 'later'],
  [404, READ, 'not-found', 'later'],
  [404, CREATE, 'not-found', 'later'],
  [405, CREATE, 'refused', 'later'],
  [405, READ, 'refused', 'later'],
  [407, CREATE, 'offline', 'on-connect'],
  [408, CREATE, 'timeout', 'later'],
  [409, CREATE, 'refused', 'on-change'],
  [409, UPDATE, 'changed-meanwhile', 'later'],
  [409, DELETE, 'changed-meanwhile', 'later'],
  [409, READ, 'refused', 'later'],
  [410, READ, 'not-found', 'later'],
  [412, CREATE, 'refused', 'on-change'],
  [412, READ, 'refused', 'later'],
  [412, UPDATE, 'changed-meanwhile', 'later'],
  [413, CREATE, 'too-large', 'on-change'],
  [413, READ, 'too-large', 'later'],
  [413, DELETE, 'refused', 'later'],
  [415, CREATE, 'type-refused', 'on-change'],
  [415, DELETE, 'refused', 'later'],
  [415, READ, 'refused', 'later'],
  [400, READ, 'refused', 'later'],
  [418, READ, 'refused', 'later'],
  [402, CREATE, 'refused', 'later'],
  [428, UPDATE, 'refused', 'later'],
  [451, DELETE, 'refused', 'later'],
  [422, CREATE, 'refused', 'on-change'],
  [423, UPDATE, 'service-error', 'later'],
  [429, CREATE, 'busy', 'later'],
  [500, CREATE, 'service-error', 'later'],
  [502, READ, 'service-error', 'later'],
  [502, CREATE, 'unknown-outcome', 'later'],
  [503, CREATE, 'busy', 'later'],
  [504, UPDATE, 'unknown-outcome', 'later'],
  [511, READ, 'offline', 'on-connect'],
  [599, READ, 'service-error', 'later'],
] as const)('status %i of %j is %s', (status, purpose, code, retry) => {
  const failure = judge(status, purpose, { detail: 'The very words.' });
  expect(failure).toMatchObject({ code, retry, detail: `HTTP ${status}` });
  const isOnTheWay = status === 407 || status === 511;
  expect(failure.message).toContain(`${isOnTheWay ? 'It' : 'The service'} says: The very words.`);
  // Nothing is for a person to do only where it is tried again by itself.
  if (retry !== 'later') expect(failure.hint).not.toBe('');
});

test.each(['Server Error (500)', 'Too much!', 'At most 5 MB.'])('%j ends as a sentence', (detail) => {
  expect(judge(500, READ, { detail }).message).toMatch(/The service says: [^.!]+[.!]$/);
});

test.each([
  [CREATE, 'The service allows nobody to add "a.pdf".'],
  [UPDATE, 'The service allows nobody to change "a.pdf".'],
  [DELETE, 'The service allows nobody to delete the file record.'],
] as const)('405 to %j is nothing that a change of the file would mend', (purpose, message) => {
  expect(judge(405, purpose)).toMatchObject({
    message,
    hint: expect.stringContaining('to allow it') as string,
  });
});

test('a proxy that takes no file of this size may be one of this network: once a day it is tried again', () => {
  for (const text of ['', '<html><title>413 Request Entity Too Large</title></html>'])
    expect(
      failureOfAnswer({ status: 413, text, json: undefined, retryAfter: null }, CREATE, NOW),
    ).toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(
        /^"a.pdf" is too large for the service, or for a proxy on the way to it\./i,
      ) as string,
      hint: expect.stringContaining('On another network') as string,
      retry: 'later',
      retryAfterMs: 86_400_000,
    });
});

test('a conflict that the service finds need not be an edit by others', () => {
  const { message, hint } = judge(409, UPDATE, { detail: 'Checked out by Bob.' });
  expect(message).toBe(
    'The service finds a conflict with what it has of "a.pdf". The service says: Checked out by Bob.',
  );
  expect(hint).not.toBe('');
});

test.each([400, 422])(
  'a delete that was refused is tried again, since no file is left to change: %i',
  (status) => {
    expect(judge(status, UPDATE, {}).retry).toBe('on-change');
    const { hint, retry } = judge(status, DELETE, {});
    expect(retry).toBe('later');
    expect(hint).toContain('tell whoever manages the service');
  },
);

test.each([404, 410])('a new file is none that the service could lack: %i', (status) => {
  expect(judge(status, CREATE).message).toBe('The service has no place for "a.pdf".');
});

test('who only asks has no file to make smaller', () => {
  expect(judge(413, READ, {}).hint).not.toContain('file');
  expect(judge(413, CREATE, {}).hint).toContain('Make the file smaller');
});

test('the work behind a gateway that gave up may still be done, behind one that reached nothing it is not', () => {
  expect([502, 504].map((status) => judge(status, CREATE, {}).late)).toEqual([undefined, true]);
});

test('the statuses that Cloudflare has of its own are those of a gateway', () => {
  for (const status of [520, 521, 522, 523, 524, 525, 526, 530]) {
    expect(judge(status, READ, undefined)).toMatchObject({ code: 'service-error', reason: 'gateway' });
    const isLate = [520, 522, 524].includes(status);
    expect(judge(status, CREATE, undefined)).toMatchObject({ code: 'unknown-outcome', reason: 'gateway' });
    expect(judge(status, CREATE, undefined).late).toBe(isLate ? true : undefined);
  }
});

test.each([null, '7'])(
  'a 503 may come from a cache that gave up waiting, also where it names a time: %j',
  (time) => {
    expect(judge(503, CREATE, {}, time).reason).toBe('may-be-done');
    expect(judge(503, UPDATE, {}, time).reason).toBe('may-be-done');
    expect(judge(503, READ, {}, time).reason).toBeUndefined();
    expect(judge(429, CREATE, {}, time).reason).toBeUndefined();
  },
);

test.each([
  [{ file: ['No file was submitted.'] }, true, 'bytes-needed'],
  [{ detail: 'The file is required.' }, true, 'bytes-needed'],
  [undefined, true, 'bytes-needed'],
  [{ detail: [{ type: 'missing', loc: ['body', 'file'], msg: 'Field required' }] }, true, 'bytes-needed'],
  [{ errors: { file: ["can't be blank"] } }, true, 'bytes-needed'],
  [{ detail: [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required' }] }, true, 'refused'],
  [{ name: ['Too long.'] }, true, 'refused'],
  [{ file: ['Not a PDF.'] }, false, 'refused'],
])('400 with %j to an update (without bytes: %j) is %s', (json, withoutBytes, code) => {
  // FastAPI and Rails say 422 where the Django REST framework says 400.
  for (const status of [400, 422]) expect(judge(status, { ...UPDATE, withoutBytes }, json).code).toBe(code);
});

const NAMED = '';
const OURS = 'ours';
test.each([
  ['7', 7000, NAMED],
  ['0', 0, NAMED],
  [' 1.5 ', 1500, NAMED],
  ['3600', 3_600_000, NAMED],
  ['3601', 3_600_000, 'over an hour'],
  ['28800', 3_600_000, 'some 8 hours'],
  ['999999999999', 3_600_000, 'days'],
  [null, 0, OURS],
  ['', 0, OURS],
  ['soon', 0, OURS],
  ['-5', 0, OURS],
  ['Thu, 01 Jan 2026 00:00:20 GMT', 20_000, NAMED],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0, NAMED],
  ['Fri, 02 Jan 2026 00:00:00 GMT', 3_600_000, 'some 24 hours'],
])('Retry-After %j is %i ms, and what was asked for is told as it is: %j', (retryAfter, ms, asked) => {
  const answer = { status: 429, text: '', json: undefined, retryAfter };
  const { message, retryAfterMs, waitIsOurs } = failureOfAnswer(answer, READ, NOW);
  const isLonger = asked !== NAMED && asked !== OURS;
  const longer = isLonger ? ` It asks to be left alone for ${asked}.` : '';
  expect(message).toBe(`The service asks SiteSync to slow down.${longer}`);
  expect([retryAfterMs, waitIsOurs]).toEqual([ms, asked === NAMED ? undefined : true]);
});

test('leaves a service that is in trouble alone for half a minute where it names no time', () => {
  const answer = { status: 503, text: '', json: undefined, retryAfter: null };
  expect(failureOfAnswer(answer, READ, NOW)).toMatchObject({ retryAfterMs: 30_000, waitIsOurs: true });
});

test.each([
  ['', undefined, ''],
  ['', { detail: 'No.' }, 'No.'],
  ['', { message: 'No.', code: 'x' }, 'No.'],
  ['', { error: { message: 'Inner.' } }, 'Inner.'],
  ['', { name: ['Too long.', 'Odd.'], site: ['Unknown.'] }, 'name: Too long. Odd. site: Unknown.'],
  ['', { non_field_errors: ['Both.'] }, 'Both.'],
  [
    '',
    {
      detail: [
        { type: 'enum', loc: ['body', 'category'], msg: 'Input is odd' },
        { loc: ['body'], msg: 'None' },
      ],
    },
    'category: Input is odd; None',
  ],
  ['', { errors: { name: ['is too long', 'is taken'] } }, 'name: is too long; is taken'],
  ['', { errors: ['Name is too long', 'File is missing'] }, 'Name is too long; File is missing'],
  ['', { errors: [{ status: '422', title: 'Invalid', detail: 'Is taken.' }] }, 'Is taken.'],
  [
    '',
    { message: 'The data was invalid.', errors: { name: ['Is taken.'] } },
    'The data was invalid. name: Is taken.',
  ],
  [
    '',
    { title: 'Errors occurred.', status: 400, errors: { Name: ['Too long.'] } },
    'Errors occurred. Name: Too long.',
  ],
  ['', { message: 'Is taken.', errors: ['Is taken.'] }, 'Is taken.'],
  ['', { error: 'invalid_token', error_description: 'It expired' }, 'It expired'],
  ['', ['One.', 'Two.'], 'One. Two.'],
  ['', 'Bare.', 'Bare.'],
  ['', null, ''],
  ['', {}, ''],
  ['', { detail: '<b>Bold</b> words' }, 'Bold words'],
  ['plain\n  text', undefined, 'plain text'],
  ['a < b', undefined, 'a < b'],
  [
    '<!doctype html><html><head><title>Not Found</title><style>p{}</style><script>var x = "<p>";</script></head>' +
      '<body><h1>404</h1><p>It&#x27;s &lt;gone&gt; &amp; away.</p></body></html>',
    undefined,
    "Not Found – 404 It's <gone> & away.",
  ],
  ['<html><head><title>Sign in</title></head><body><form></form></body></html>', undefined, 'Sign in'],
  ['<html><script>never closed', undefined, ''],
])('words of %j %j', (text, json, words) => {
  expect(serviceWords(text, json)).toBe(words);
});

test('words are cut, and endless markup costs no time', () => {
  expect(serviceWords('x'.repeat(10_000), undefined).length).toBe(300);
  // Of the processor, since a busy machine takes its time for whatever it does.
  const took = ownWorkOf(() => {
    for (let times = 0; times < 20; times++)
      for (const markup of ['<', '<a', '<script ', '<title', '<title>', '<!doctype><']) {
        const endless = markup.repeat(65_536 / markup.length);
        serviceWords(endless, undefined);
        serviceWords('', { detail: endless });
      }
  });
  expect(took).toBeLessThan(1000);
});

test.each([
  ['text/html; charset=utf-8', '', true],
  ['application/xhtml+xml', '', false],
  ['', ' \n<!DOCTYPE html>', true],
  ['application/json', '<html lang="en">', true],
  ['application/json', '{"a": "<html>"}', false],
])('%j %j is HTML: %j', (type, text, expected) => {
  expect(looksLikeHtml(type, text)).toBe(expected);
});
