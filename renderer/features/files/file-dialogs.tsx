import { useState, type ReactNode } from 'react';
import type { Output } from '../../../shared/ipc/contract.ts';
import type { FileRow, FileSelection } from '../../../shared/ipc/files.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { wordsOf } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Form } from '../../ui/inputs/form.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';

interface DeleteDialogProps {
  readonly site: string;
  /** Null: closed. */
  readonly files: FileSelection | null;
  readonly onClose: () => void;
  readonly onYes: (files: FileSelection) => void;
}

/** One question for all files, which says how many they are, or the name if it is one. Shown once that is known. */
export function DeleteDialog({ site, files, onClose, onYes }: DeleteDialogProps): ReactNode {
  const t = useText();
  const sum = useAnswer('files.sum', { site, files: files ?? { keys: [] } }, { enabled: files !== null });
  const count = sum.data?.files ?? 0;
  // Others removed them while the question was open.
  const isGone = count === 0;
  const only = files !== null && 'keys' in files && files.keys.length === 1 ? (files.keys[0] ?? null) : null;
  const named = useAnswer('files.details', { site, key: only ?? '' }, { enabled: only !== null });
  const isNamed =
    only === null || named.error !== null || (named.data !== undefined && !named.isPlaceholderData);
  return (
    <Dialog
      isOpen={files !== null && sum.data !== undefined && !sum.isPlaceholderData && isNamed}
      onClose={onClose}
      role="alertdialog"
      title={isGone ? t('files.deleteGone') : t('files.deleteTitle', { count })}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t(isGone ? 'ui.close' : 'ui.cancel')}
          </Button>
          {!isGone && (
            <Button
              variant="danger"
              onPress={() => {
                if (files !== null) onYes(files);
                onClose();
              }}
            >
              {t('files.deleteYes', { count })}
            </Button>
          )}
        </>
      }
    >
      {only !== null && named.data !== undefined && <p className="strong">{named.data.row.name}</p>}
      {isGone ? <p>{t('files.goneWhy')}</p> : sum.data !== undefined && <WhatFollows sum={sum.data} />}
    </Dialog>
  );
}

/** What becomes of the copies here, and on the service. */
function WhatFollows({ sum }: { readonly sum: Output<'files.sum'> }): ReactNode {
  const t = useText();
  const { files, here, sent } = sum;
  const what = (): string => {
    if (sent === here) return t('files.deleteWhy', { count: here });
    return sent === 0 ? t('files.deleteUnsent', { count: here }) : t('files.deleteSome', { here, sent });
  };
  return (
    <>
      {here > 0 && <p>{what()}</p>}
      {files > here && <p>{t('files.deleteStays', { count: files - here })}</p>}
    </>
  );
}

interface RenameDialogProps {
  readonly site: string;
  /** Null: closed. */
  readonly row: FileRow | null;
  readonly onClose: () => void;
  /** With the row as it was, and the name that it has now. */
  readonly onRenamed: (row: FileRow, name: string) => void;
}

/** Asks for a new name; what is wrong with it is shown at the field. */
export function RenameDialog({ row, ...rest }: RenameDialogProps): ReactNode {
  return row === null ? null : <Rename key={row.key} row={row} {...rest} />;
}

/** The extension by which programs know the file; empty if it has none. */
function endingOf(name: string): string {
  return /(?<=.)\.[^.\s]{1,10}$/u.exec(name)?.[0] ?? '';
}

/** The extension that the new name lacks; null if it is kept, or there was none. */
function endingLost(before: string, after: string): string | null {
  const ending = endingOf(before);
  return ending === '' || after.toLowerCase().endsWith(ending.toLowerCase()) ? null : ending;
}

function Rename({ site, row, onClose, onRenamed }: RenameDialogProps & { readonly row: FileRow }): ReactNode {
  const t = useText();
  const [name, setName] = useState(row.name);
  const [trouble, setTrouble] = useState<string | null>(null);
  const ending = endingLost(row.name, name.trim());
  const rename = useDo(
    'files.rename',
    (_, { name: given }) => {
      onRenamed(row, given.normalize('NFC'));
      onClose();
    },
    (error) => setTrouble(wordsOf(error)),
  );
  const submit = (): void => {
    if (rename.busy) return;
    if (['', row.name].includes(name.trim()) || name === row.name) onClose();
    else rename.run({ site, key: row.key, name: name.trim() });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('files.renameTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" isPending={rename.busy} onPress={submit}>
            {t('files.renameYes')}
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        <TextField
          label={t('files.newName')}
          value={name}
          onChange={(next) => {
            setName(next);
            setTrouble(null);
          }}
          error={trouble}
          hint={ending === null ? undefined : t('files.endingGone', { ending })}
          autoFocus
          autoSelect={row.name.length - endingOf(row.name).length}
        />
      </Form>
    </Dialog>
  );
}
