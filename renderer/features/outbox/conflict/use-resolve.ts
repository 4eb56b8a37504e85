import type { Output } from '../../../../shared/ipc/contract.ts';
import type { Conflict, ConflictChoice } from '../../../../shared/ipc/outbox.ts';
import { baseName } from '../../../../shared/model/rel-path.ts';
import { useRef } from 'react';
import { useDo } from '../../../state/engine.tsx';
import { go, hrefOf } from '../../../state/route.ts';
import { useRestore } from '../../../state/use-restore.ts';
import { useText } from '../../../text/use-text.ts';
import { nameList } from '../../../ui/words/name-list.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { sideWords } from './conflict-words.ts';
import { useUndoableDecisions } from './undoable.ts';
import { decidesHere } from './settled-elsewhere.ts';

export interface Resolve {
  readonly run: (choice: ConflictChoice, conflicts: readonly Conflict[]) => void;
  readonly busy: boolean;
}

/** So long at most is a conflict still listed once it was decided, ms. */
const LISTED = 1000;

/** Resolves one conflict or several in the same way, and announces the result. */
export function useResolve(onDone?: () => void): Resolve {
  const t = useText();
  const say = useSayResolved();
  /** Of what was asked last: what it is told by. */
  const own = useRef<Conflict['own']>('copy');
  /** When all that was asked last was decided, ms of `performance.now()`. */
  const decidedAt = useRef(-Infinity);
  const { run, busy } = useDo('conflicts.resolve', (done, { choice }) => {
    const [problem] = done.problems;
    if (done.resolved > 0) say(choice, own.current, done);
    if (problem === undefined) decidedAt.current = performance.now();
    else
      toast(t('outbox.conflict.notAll', { count: done.problems.length, message: problem.message }), {
        tone: 'bad',
      });
    onDone?.();
  });
  return {
    run: (choice, conflicts) => {
      // A second press would be told that they are no conflicts any more, also while they are still listed.
      if (busy || performance.now() - decidedAt.current < LISTED) return;
      own.current = conflicts[0]?.own ?? 'copy';
      decidesHere(conflicts);
      run({ choice, items: conflicts.map(({ site, copy }) => ({ site, copy })) });
    },
    busy,
  };
}

/** Says what was kept, with a button to get back what was not. */
function useSayResolved(): (
  choice: ConflictChoice,
  own: Conflict['own'],
  done: Output<'conflicts.resolve'>,
) => void {
  const t = useText();
  const undo = useUndo();
  const sayUndoable = useUndoableDecisions();
  return (choice, own, { resolved, named, made, trash, undoable }) => {
    const names = { names: nameList(named, resolved), count: resolved };
    if (made.length > 0) return sayKept(made, t);
    if (trash.length === 0) return toast(t('outbox.conflict.resolved', names));
    const words = t(`${sideWords(own)}.${choice === 'theirs' ? 'keptTheirs' : 'keptMine'}`, names);
    // A copy alone left its place, so restoring it undoes all. The file itself would come back beside the copy.
    if (undoable) return sayUndoable(words, () => undo(trash));
    return toast(words, {
      action: {
        label: t('outbox.conflict.showTrash'),
        leadsTo: hrefOf({ screen: 'trash' }),
        onAction: () => go({ screen: 'trash' }),
      },
    });
  };
}

function useUndo(): ReturnType<typeof useRestore> {
  const t = useText();
  return useRestore(({ changed, named, problems }) => {
    const [problem] = problems;
    if (changed > 0) toast(t('outbox.conflict.undone', { count: changed, names: nameList(named, changed) }));
    if (problem !== undefined)
      toast(t('outbox.conflict.undoFailed', { message: problem.message }), { tone: 'bad' });
  });
}

/** If both were kept, the copy has a new name: says which, so that nobody has to look for it. */
function sayKept(made: readonly string[], t: ReturnType<typeof useText>): void {
  const [only] = made;
  if (only !== undefined && made.length === 1) toast(t('outbox.conflict.keptBoth', { name: baseName(only) }));
  else toast(t('outbox.conflict.keptAll', { count: made.length, names: nameList(made) }));
}
