import { useRef } from 'react';
import { useDo } from '../../state/engine.tsx';
import { showFailure } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { toast } from '../../ui/overlays/toast.tsx';

/** A window may ask 200 things at once. Each of these may take an hour, and other screens ask too. */
const AT_ONCE = 100;

/** Brings several models of a site at once, and says so once, when the last of them is here. */
export function usePullAll(site: string): (models: readonly string[]) => void {
  const t = useText();
  const under = useRef({ way: 0, here: [] as readonly string[] });
  /** Not asked for yet. */
  const left = useRef<readonly string[]>([]);
  const ended = (name: string | null, tookChanged = false): void => {
    if (name !== null && tookChanged) toast(t('models.tookChanged', { name }));
    const way = under.current.way - 1;
    const here = name === null ? under.current.here : [...under.current.here, name];
    under.current = { way, here: way + left.current.length === 0 ? [] : here };
    askForMore();
    if (under.current.way > 0 || here[0] === undefined) return;
    toast(
      here.length === 1
        ? t('models.pulled', { name: here[0] })
        : t('models.pulledAll', { count: here.length }),
    );
  };
  const pull = useDo(
    'models.pull',
    ({ name, tookChanged }) => ended(name, tookChanged),
    (error) => {
      showFailure(error);
      ended(null);
    },
  );
  const askForMore = (): void => {
    const next = left.current.slice(0, Math.max(0, AT_ONCE - under.current.way));
    left.current = left.current.slice(next.length);
    under.current = { ...under.current, way: under.current.way + next.length };
    for (const model of next) pull.run({ site, model });
  };
  return (models) => {
    left.current = [...new Set([...left.current, ...models])];
    askForMore();
  };
}
