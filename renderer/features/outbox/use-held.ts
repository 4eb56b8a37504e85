import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/toast.tsx';

/** The person's word on held deletes of a site, by the keys of the files. */
export interface HeldWords {
  readonly putBack: (keys: readonly string[]) => void;
  readonly confirm: (keys: readonly string[]) => void;
  readonly busy: boolean;
}

export function useHeld(site: string): HeldWords {
  const t = useText();
  const reject = useDo('held.reject', (_, { keys }) =>
    toast(t('outbox.held.backAgain', { count: keys.length })),
  );
  const confirm = useDo('held.confirm', (_, { keys }) =>
    toast(t('outbox.held.goes', { count: keys.length })),
  );
  return {
    putBack: (keys) => reject.run({ site, keys: [...keys] }),
    confirm: (keys) => confirm.run({ site, keys: [...keys] }),
    busy: reject.busy || confirm.busy,
  };
}
