import type { Input } from '../../../shared/ipc/contract.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/telling/toast.tsx';

/** Changes settings. For a typed setting it says that it was saved; a switch shows that itself. */
export interface SetSettings {
  (change: Input<'settings.set'>, how?: 'typed' | 'switched'): void;
}

export function useSet(): SetSettings {
  const t = useText();
  const quiet = useDo('settings.set').run;
  const told = useDo('settings.set', () => toast(t('settings.saved'))).run;
  return (change, how = 'switched') => (how === 'typed' ? told(change) : quiet(change));
}
