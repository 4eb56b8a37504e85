import type { ReactNode } from 'react';
import type { FileDetails } from '../../../shared/ipc/files.ts';
import { useAnswer, useAppFact, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';

interface OnlyThereProps {
  readonly site: string;
  readonly file: string;
  /** With a button that fetches it, where nothing else beside it does. */
  readonly withKeep?: boolean;
}

/** In the place of a file that is only on the service: there is nothing to show of it yet. */
export function OnlyThere({ site, file, withKeep = false }: OnlyThereProps): ReactNode {
  const t = useText();
  const details = useAnswer('files.details', { site, key: file }).data;
  const isOffline = useAppFact(({ connection }) => connection === 'offline') === true;
  const keep = useDo('files.keep');
  if (details === undefined) return null;
  const isAsked = details.wanted || details.isDeletedHere;
  return (
    <EmptyState
      icon={isOffline ? 'wifiOff' : 'cloud'}
      title={t('files.onlyThere')}
      action={
        withKeep && !isAsked ? (
          <Button
            icon="laptopCheck"
            isPending={keep.busy}
            onPress={() => keep.run({ site, files: { keys: [file] }, keep: true })}
          >
            {t('files.keepOffline')}
          </Button>
        ) : undefined
      }
    >
      {t(`files.${whyNotHere(details, isOffline)}`)}
    </EmptyState>
  );
}

/** Anyone who already asked for the file is not told to ask. */
function whyNotHere({ row, wanted, isDeletedHere }: FileDetails, isOffline: boolean) {
  if (isDeletedHere) return 'deletedHere';
  if (row.status === 'downloading') return 'onItsWay';
  if (wanted) return isOffline ? 'comesOnline' : 'comesLater';
  return isOffline ? 'notHereOffline' : 'notHere';
}
