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
  const reject = useDo('held.reject');
  const confirm = useDo('held.confirm');
  return {
    putBack: (keys) => {
      reject.run({ site, keys: [...keys] });
      toast(t('outbox.held.backAgain', { count: keys.length }));
    },
    confirm: (keys) => {
      confirm.run({ site, keys: [...keys] });
      toast(t('outbox.held.goes', { count: keys.length }));
    },
    busy: reject.busy || confirm.busy,
  };
}
