import { useState } from 'react';
import { failureText } from '../../../shared/failure.ts';
import { useDo } from '../../state/engine.tsx';
import { wordsOf } from '../../state/show-failure.ts';

interface RootChoice {
  /** What is wrong with a folder, for its field; null if nothing is known. */
  readonly troubleOf: (root: string) => string | null;
  /** Checks a folder when its field is left. */
  readonly check: (root: string) => void;
  /** The answer is false if it could not be saved. */
  readonly save: (root: string) => Promise<boolean>;
  readonly busy: boolean;
}

/**
 * The folder of all sites. It is checked when its field is left, not only when the first site is kept there.
 * @param onRefused called with a folder that could not be saved.
 */
export function useRoot(onSaved: () => void, onRefused?: (root: string) => void): RootChoice {
  const [refused, setRefused] = useState<{ readonly root: string; readonly why: string } | null>(null);
  const { run: check } = useDo('settings.checkRoot', ({ failure }, { root }) =>
    setRefused(failure === null ? null : { root, why: failureText(failure) }),
  );
  const save = useDo(
    'settings.set',
    () => {
      setRefused(null);
      onSaved();
    },
    (error, { root = '' }) => {
      setRefused({ root, why: wordsOf(error) });
      onRefused?.(root);
    },
  );
  return {
    troubleOf: (root) => (refused?.root === root ? refused.why : null),
    check: (root) => check({ root }),
    save: (root) => save.attempt({ root }),
    busy: save.busy,
  };
}
