import type { Input } from '../../../shared/ipc/contract.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/telling/toast.tsx';

type Change = Input<'settings.set'>;

/** Changes settings by a switch, which shows that itself. */
export type SetSettings = (change: Change) => void;

export function useSet(): SetSettings {
  return useDo('settings.set').run;
}

/** Changes settings that were typed, and says that they were saved. The answer is false if they were not. */
export function useSave(): (change: Change) => Promise<boolean> {
  const t = useText();
  return useDo('settings.set', () => toast(t('settings.saved'))).attempt;
}
