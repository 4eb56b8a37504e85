import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { quietLog } from '../../../main/hosts/electron/quiet-log.ts';

function said(env: NodeJS.ProcessEnv, text: string): string {
  const stderr = new PassThrough();
  quietLog(env, stderr)(text);
  return String(stderr.read() ?? '');
}

it('says nothing unless somebody looks for a fault', () => {
  expect(said({}, 'a line')).toBe('');
  expect(said({ SITESYNC_LOG: '' }, 'a line')).toBe('');
});

it('lets no name in a line or a stack steer the terminal or turn the text around', () => {
  const text = 'Error: Plan\u001b]0;title\u0007 \u202Efdp.exe\u009b2J\n    at place.ts:1';
  expect(said({ SITESYNC_LOG: '1' }, text)).toBe(
    'Error: Plan\uFFFD]0;title\uFFFD \uFFFDfdp.exe\uFFFD2J\n    at place.ts:1\n',
  );
});
