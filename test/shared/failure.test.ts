import { expect, it } from 'vitest';
import { failureText } from '../../shared/failure.ts';

it('says what happened and what to do as one line, without a gap where there is nothing to do', () => {
  const message = 'It is open in another program.';
  expect(failureText({ message, hint: 'Close it there.' })).toBe(`${message} Close it there.`);
  expect(failureText({ message, hint: '' })).toBe(message);
});
