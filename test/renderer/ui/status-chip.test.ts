import { expect, it } from 'vitest';
import { statusLine } from '../../../renderer/ui/telling/status-chip.tsx';

it('goes on with the reason in one line, and leaves the words of a failure as they are', () => {
  expect(statusLine({ status: 'up-to-date' })).toBe('Up to date');
  expect(statusLine({ status: 'queued', reason: 'New here' })).toBe('Queued · new here');
  expect(statusLine({ status: 'uploading', reason: 'Changed here', share: 0.62 })).toBe(
    'Uploading 62 % · changed here',
  );
  expect(statusLine({ status: 'waiting', reason: 'after Plan.pdf' })).toBe('Waiting · after Plan.pdf');
  expect(statusLine({ status: 'failed', reason: 'SiteSync has no place for it' })).toBe(
    'Failed · SiteSync has no place for it',
  );
});
