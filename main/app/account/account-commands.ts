import { ok, toldFailure } from '../../../shared/failure.ts';
import type { Handlers } from '../../../shared/ipc/server.ts';
import { checkWords } from './check-words.ts';
import type { SignIn } from './sign-in.ts';

/** Who works with which service. The token comes in, and never goes out again. */
export function accountCommands(
  signIn: SignIn,
): Pick<Handlers, 'account.check' | 'account.signIn' | 'account.signOut'> {
  return {
    'account.check': async (account, signal) => {
      const { baseUrl, sites, failure } = await signIn.check(account, signal);
      return ok({
        baseUrl,
        sites,
        failure: failure === null ? null : toldFailure(checkWords(baseUrl, failure)),
      });
    },
    'account.signIn': (account) => signIn.signIn(account),
    'account.signOut': () => signIn.signOut(),
  };
}
