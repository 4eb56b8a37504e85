import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hintAtEnd } from '../../main/hosts/cli/hints.ts';
import { output } from '../../main/hosts/cli/output.ts';

/** A name that would end our line, colour what follows and turn it around. */
const NAME = 'Plan\u001b[31m\r\nheld\u202Efdp.exe\u009b2J';
const SHOWN = 'Plan�[31m��held�fdp.exe�2J';

const said: string[] = [];
const logged: string[] = [];

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
});

afterEach(() => {
  vi.restoreAllMocks();
  said.length = 0;
  logged.length = 0;
});

describe('what somebody is to do after a command that ends', () => {
  it.each([
    ['service-error', '', 'Run the command again.'],
    ['in-use', 'Close it there when you are done.', 'Close it there when you are done.'],
    ['busy', 'whatever', 'Run the command again in a few minutes.'],
  ] as const)('%s', (code, hint, told) => {
    expect(hintAtEnd({ code, hint })).toBe(told);
  });
});

describe('what is said', () => {
  it('is the line it was meant to be, whatever the names in it hold', () => {
    const out = output(false, false);
    out.say(`Ä 🏗️ ${NAME}`);
    out.log(`one ${NAME.replace('\n', '')}\ntwo`);
    out.error({ code: 'not-found', message: NAME, hint: NAME, retry: 'later' });
    expect(said).toEqual([`Ä 🏗️ ${SHOWN}\n`]);
    expect(logged).toEqual([`one ${SHOWN.replace('��', '�')}\ntwo\n`, `${SHOWN}\n${SHOWN}\n`]);
  });

  it('is as it is in an object', () => {
    output(true, false).object({ name: NAME });
    expect(JSON.parse(said.join(''))).toEqual({ name: NAME });
  });

  it.each([
    ['a person', false, false, ['seen\n'], []],
    ['--quiet', false, true, [], ['seen\n']],
    ['--json, where the object says it', true, true, [], []],
  ])('reaches whoever must see it: with %s', (_who, json, quiet, onStdout, onStderr) => {
    output(json, quiet).warn('seen');
    expect([said, logged]).toEqual([onStdout, onStderr]);
  });
});
