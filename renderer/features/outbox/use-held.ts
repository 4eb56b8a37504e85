import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { nameList } from '../../ui/words/name-list.ts';
import { toast } from '../../ui/overlays/toast.tsx';

/** The person's answers about a site's held deletes, by file key. */
export interface HeldWords {
  readonly putBack: (keys: readonly string[]) => void;
  readonly confirm: (keys: readonly string[]) => void;
  readonly busy: boolean;
}

export function useHeld(site: string): HeldWords {
  const t = useText();
  const reject = useDo('held.reject', ({ changed, named }) => {
    if (changed > 0) toast(t('outbox.held.backAgain', { names: nameList(named, changed) }));
  });
  const confirm = useDo('held.confirm', ({ changed, named }) => {
    if (changed > 0) toast(t('outbox.held.goes', { names: nameList(named, changed) }));
  });
  return {
    putBack: (keys) => reject.run({ site, keys: [...keys] }),
    confirm: (keys) => confirm.run({ site, keys: [...keys] }),
    busy: reject.busy || confirm.busy,
  };
}
