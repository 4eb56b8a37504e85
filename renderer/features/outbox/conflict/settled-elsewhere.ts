import { useEffect, useRef } from 'react';
import { versionsOf, type Conflict } from '../../../../shared/ipc/outbox.ts';
import { baseName } from '../../../../shared/model/rel-path.ts';
import { useText } from '../../../text/use-text.ts';
import { toast } from '../../../ui/overlays/toast.tsx';

/** The conflicts that were decided in this window and may still be listed. */
const decided = new Set<string>();

const keyOf = ({ site, copy }: Conflict): string => `${site} ${copy}`;

/** Notes that a person decides these here, so that nobody is told that others did. */
export function decidesHere(conflicts: readonly Conflict[]): void {
  for (const conflict of conflicts) decided.add(keyOf(conflict));
}

/**
 * Says so when the conflict that a person looks at goes without them: another laptop decided it, or one of its files was
 * renamed or deleted. Else the pane would show another one, and nothing would say why. `shown`: null is no conflict.
 * `site`: the one site that is listed; null is all of them.
 */
export function useSettledElsewhere(
  shown: Conflict | null,
  conflicts: readonly Conflict[],
  site: string | null,
): void {
  const t = useText();
  const before = useRef<Conflict | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = shown;
    const listed = new Set(conflicts.map(keyOf));
    const isKnown = was === null || listed.has(keyOf(was)) || decided.has(keyOf(was));
    // Once gone it is decided. Undone, it is listed again, and others may decide it after all.
    for (const key of decided) if (!listed.has(key)) decided.delete(key);
    if (isKnown || (site !== null && site !== was.site)) return;
    const name = baseName(versionsOf(was).file?.path ?? was.copy);
    toast(t('outbox.conflict.settledElsewhere', { name }));
  }, [shown, conflicts, site, t]);
}
