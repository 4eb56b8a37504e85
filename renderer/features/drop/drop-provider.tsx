import { useEffect, useMemo, type ReactNode } from 'react';
import type { DropDone } from '../../../shared/ipc/drop.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useActionHandler } from '../../state/actions.ts';
import { useBridge } from '../../state/engine.tsx';
import { go, hrefOf, useRoute } from '../../state/route.ts';
import { showFailure, wordsOf } from '../../state/show-failure.ts';
import { text } from '../../text/setup.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { DropContext } from './drop-context.ts';
import { DropDesk } from './drop-desk.ts';
import { DropLayer } from './drop-layer.tsx';
import { DropSheet } from './drop-sheet.tsx';
import { useSiteNames } from './use-site-names.ts';

/** Lets files be dropped anywhere in the window, or added by buttons and Ctrl+O. */
export function DropProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const bridge = useBridge();
  const names = useSiteNames();
  const desk = useMemo(
    () =>
      new DropDesk(bridge, {
        onFailed: showFailure,
        onUncompared: (error) => toast(text('drop.notCompared', { why: wordsOf(error) }), { tone: 'bad' }),
        onAdded: (site, done) =>
          toast(addedWords(names.current.get(site) ?? site, done), {
            action: {
              label: text('drop.showOutbox'),
              leadsTo: hrefOf({ screen: 'outbox' }),
              onAction: () => go({ screen: 'outbox' }),
            },
            // Not all was done as asked, so a person should look.
            tone: done.beside.length > 0 ? 'bad' : 'plain',
          }),
      }),
    [bridge, names],
  );
  useEffect(() => desk.start(), [desk]);
  useLeaving(desk);
  const route = useRoute();
  const here = route.screen === 'site' ? route.site : null;
  useActionHandler('upload', () => desk.ask(here, null, null));
  return (
    <DropContext value={desk}>
      {children}
      <DropLayer />
      <AskDialog />
      <DropSheet />
    </DropContext>
  );
}

/** A page that closes or reloads takes its files with it, so the host must not wait for them. */
function useLeaving(desk: DropDesk): void {
  useEffect(() => {
    const leave = (): void => desk.cancel();
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [desk]);
}

/** How many were added, what they replaced, and what they did not replace after all. */
function addedWords(site: string, { added, replaced, beside }: DropDone): string {
  const words: string[] = [text('drop.added', { count: added, site })];
  if (replaced > 0) words.push(text('drop.replaced', { count: replaced }));
  const [first] = beside;
  if (first !== undefined) {
    const [over, name] = [baseName(first.over), baseName(first.path)];
    words.push(text('drop.keptBeside', { count: beside.length, over, name }));
  }
  return words.join(' ');
}
