import type { FailureWords } from '../../shared/ipc/define.ts';

/** The answer to a call whose message no host takes. */
export const TOO_LARGE: FailureWords = {
  code: 'too-large',
  message: 'This is more than can be handed over in one step.',
  hint: 'Do it in smaller parts, a folder at a time.',
  retry: 'on-change',
};
