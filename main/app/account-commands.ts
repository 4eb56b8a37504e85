import { ok } from '../../shared/failure.ts';
import type { Handlers } from '../../shared/ipc/server.ts';
import type { SessionMaker } from './session.ts';
import type { SignIn } from './sign-in.ts';

/** Who works with which service. The token comes in, and never goes out again. */
export function accountCommands(
  signIn: SignIn,
  maker: SessionMaker,
): Pick<Handlers, 'account.check' | 'account.signIn' | 'account.signOut'> {
  return {
    'account.check': async (account) => ok(await maker.check(account)),
    'account.signIn': (account) => signIn.signIn(account),
    'account.signOut': () => signIn.signOut(),
  };
}
