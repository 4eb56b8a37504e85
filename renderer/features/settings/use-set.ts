import type { Settings } from '../../../shared/ipc/app.ts';
import type { Input } from '../../../shared/ipc/contract.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { useChosen } from './use-chosen.ts';

type Change = Input<'settings.set'>;

/** Changes settings by a switch or a choice, which shows that itself at once. */
export type SetSettings = (change: Change) => void;

const NONE: Change = {};

interface ChosenSettings {
  /** As they were chosen, also before the engine's answer shows it; undefined before the first answer. */
  readonly settings: Settings | undefined;
  readonly set: SetSettings;
}

export function useSettings(): ChosenSettings {
  const { data, refetch } = useAnswer('settings.get', null);
  const { chosen, choose } = useChosen(NONE, refetch);
  const { attempt } = useDo('settings.set');
  return {
    settings: data && { ...data, ...(chosen as Partial<Settings>) },
    set: (change) =>
      void choose(
        (all) => ({ ...all, ...change }),
        () => attempt(change),
      ),
  };
}

/** Changes settings that were typed, and says that they were saved. The answer is false if they were not. */
export function useSave(): (change: Change) => Promise<boolean> {
  const t = useText();
  return useDo('settings.set', () => toast(t('settings.saved'))).attempt;
}
