import type { AppState } from '../../../../shared/ipc/app.ts';
import type { Outbox } from '../../../../shared/ipc/outbox.ts';
import { WORDS } from '../words.ts';

/** What waits for a person. When one of these grows, the system shows a notification; nothing else does. */
export interface Needs {
  readonly signIn: number;
  readonly diskFull: number;
  readonly conflicts: number;
  readonly held: number;
  /** Files that no retry will help: something has to change first. */
  readonly problems: number;
}

export const NO_NEEDS: Needs = { signIn: 0, diskFull: 0, conflicts: 0, held: 0, problems: 0 };

export function needsOf(state: AppState, outbox: Outbox): Needs {
  return {
    signIn: needsSignIn(state) ? 1 : 0,
    diskFull: outbox.issues.some(({ code }) => code === 'disk-full') ? 1 : 0,
    conflicts: outbox.conflicts.length,
    held: outbox.held.reduce((sum, { count }) => sum + count, 0),
    problems: outbox.issuesStuck,
  };
}

/** What was told of and is still there: what went since, and comes again, is to be told anew. */
export function stillThere(told: Needs, state: AppState): Needs {
  const { issues, conflicts, held } = state.outbox;
  return {
    signIn: Math.min(told.signIn, needsSignIn(state) ? 1 : 0),
    diskFull: Math.min(told.diskFull, issues),
    conflicts: Math.min(told.conflicts, conflicts),
    held: Math.min(told.held, held),
    problems: Math.min(told.problems, issues),
  };
}

/** The parts of the state that can become a need. While none of them grows, there is nothing to look at. */
export function trouble(state: AppState): readonly number[] {
  const { issues, conflicts, held } = state.outbox;
  return [needsSignIn(state) ? 1 : 0, issues, conflicts, held];
}

/** A person who chose to sign out is not reminded. */
function needsSignIn({ account, connection }: AppState): boolean {
  return account.signedIn && connection === 'sign-in';
}

export function isMore(now: readonly number[], before: readonly number[]): boolean {
  return now.some((value, index) => value > (before[index] ?? 0));
}

export const listOf = (needs: Needs): readonly number[] => [
  needs.signIn,
  needs.diskFull,
  needs.conflicts,
  needs.held,
  needs.problems,
];

/** One notification for all needs, with the screen that shows them. */
export function needsWords(needs: Needs): { readonly body: string; readonly screen: string } {
  const parts = [
    needs.signIn > 0 ? [WORDS.signInAgain] : [],
    needs.diskFull > 0 ? [WORDS.diskFull] : [],
    needs.held > 0 ? [WORDS.held(needs.held)] : [],
    needs.conflicts > 0 ? [WORDS.conflicts(needs.conflicts)] : [],
    needs.problems > 0 ? [WORDS.problems(needs.problems)] : [],
  ].flat();
  return { body: parts.join(' '), screen: needs.signIn > 0 ? '' : '#/outbox' };
}
