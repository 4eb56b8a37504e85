import type { Conflict, ConflictChoice } from '../../../../shared/ipc/outbox.ts';
import { useDo } from '../../../state/engine.tsx';
import { useText } from '../../../text/use-text.ts';
import { toast } from '../../../ui/toast.tsx';

export interface Resolve {
  readonly run: (choice: ConflictChoice, conflicts: readonly Conflict[]) => void;
  readonly busy: boolean;
}

/** Resolves one conflict or many alike, and says how that went. */
export function useResolve(onDone?: () => void): Resolve {
  const t = useText();
  const { run, busy } = useDo('conflicts.resolve', ({ resolved, problems }) => {
    const [problem] = problems;
    if (resolved > 0) toast(t('outbox.conflict.resolved', { count: resolved }));
    if (problem !== undefined)
      toast(t('outbox.conflict.notAll', { count: problems.length, message: problem.message }), {
        tone: 'bad',
      });
    onDone?.();
  });
  return {
    run: (choice, conflicts) => run({ choice, items: conflicts.map(({ site, copy }) => ({ site, copy })) }),
    busy,
  };
}
