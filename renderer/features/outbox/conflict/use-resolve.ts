import type { Conflict, ConflictChoice } from '../../../../shared/ipc/outbox.ts';
import { baseName, type RelPath } from '../../../../shared/model/rel-path.ts';
import { useDo } from '../../../state/engine.tsx';
import { useText } from '../../../text/use-text.ts';
import { format } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast.tsx';

export interface Resolve {
  readonly run: (choice: ConflictChoice, conflicts: readonly Conflict[]) => void;
  readonly busy: boolean;
}

/** Resolves one conflict or many alike, and says how that went. */
export function useResolve(onDone?: () => void): Resolve {
  const t = useText();
  const { run, busy } = useDo('conflicts.resolve', ({ resolved, made, problems }) => {
    const [problem] = problems;
    if (made.length > 0) sayKept(made, t);
    else if (resolved > 0) toast(t('outbox.conflict.resolved', { count: resolved }));
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

/** Names that a message has room for. */
const NAMED = 3;

/** Where both were kept, mine goes by another name from now on: said, so that nobody has to look for it. */
function sayKept(made: readonly string[], t: ReturnType<typeof useText>): void {
  const names = made.map((path) => `“${baseName(path as RelPath)}”`);
  const more = names.length - NAMED;
  const [only] = made;
  if (only !== undefined && made.length === 1)
    return toast(t('outbox.conflict.keptBoth', { name: baseName(only as RelPath) }));
  const shown = [
    ...names.slice(0, NAMED),
    ...(more > 0 ? [t('outbox.conflict.namesMore', { count: more })] : []),
  ];
  toast(t('outbox.conflict.keptAll', { count: made.length, names: format.list(shown) }));
}
