import { useEffect, useState, type ReactNode } from 'react';
import type { Output } from '../../../shared/ipc/contract.ts';
import type { FileSelection } from '../../../shared/ipc/files.ts';
import { CATEGORIES } from '../../../shared/model/category.ts';
import { typedFolder } from '../../../shared/typed-folder.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { wordsOf } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { categoryIcon } from '../../ui/icons/icons.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { PickField, type PickOption } from '../../ui/inputs/pick-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

type Text = ReturnType<typeof useText>;

interface MoveDialogProps {
  readonly site: string;
  /** Null: closed. */
  readonly files: FileSelection | null;
  readonly onClose: () => void;
  readonly onMoved: (done: Output<'files.move'>) => void;
}

/** Asks which folder of the site files go to: one that exists, or a new one. */
export function MoveDialog({ files, ...rest }: MoveDialogProps): ReactNode {
  return files === null ? null : <Move files={files} {...rest} />;
}

/** More are found by typing. */
const SHOWN = 100;

function Move({
  site,
  files,
  onClose,
  onMoved,
}: MoveDialogProps & { readonly files: FileSelection }): ReactNode {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [entered, setEntered] = useState(false);
  const name = useOnlyName(site, files);
  const sum = useAnswer('files.sum', { site, files }).data;
  const count = sum?.files ?? 0;
  const { options, rest, isOld } = useFolders(site, typed, sum?.folder ?? null);
  const able = options.filter(({ isDisabled }) => isDisabled !== true);
  // What is typed means the first that fits; nothing is meant while nothing was typed or picked.
  const meant = able.find(({ id }) => id === picked) ?? (typed.trim() === '' ? undefined : able[0]);
  const move = useDo(
    'files.move',
    (done) => {
      onClose();
      onMoved(done);
    },
    (error) => setTrouble(wordsOf(error)),
  );
  const enter = (): void => setEntered(true);
  // Enter waits for the answer to what was typed.
  useEffect(() => {
    if (!entered || isOld) return;
    setEntered(false);
    if (meant !== undefined && !move.busy) move.run({ site, files, folder: meant.id });
  }, [entered, isOld, meant, move, site, files]);
  if (sum === undefined || name === undefined) return null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('files.moveTitle', { count })}
      width={480}
      actions={<Actions canMove={meant !== undefined} isBusy={move.busy} onClose={onClose} onMove={enter} />}
    >
      {name !== null && <p className="strong">{name}</p>}
      <PickField
        label={t('files.moveTo')}
        placeholder={t('files.moveFind')}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setPicked(null);
          setTrouble(null);
        }}
        options={options}
        current={meant?.id ?? null}
        onPick={(id) => {
          setPicked(id);
          setTrouble(null);
        }}
        onEnter={enter}
        rest={rest === 0 ? null : t('files.moveMore', { count: rest })}
        error={trouble}
        note={meant === undefined ? t('files.movePick') : whatBecomes(meant.id, count, t)}
      />
    </Dialog>
  );
}

interface ActionsProps {
  readonly canMove: boolean;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onMove: () => void;
}

function Actions({ canMove, isBusy, onClose, onMove }: ActionsProps): ReactNode {
  const t = useText();
  return (
    <>
      <Button onPress={onClose}>{t('ui.cancel')}</Button>
      <Button variant="primary" isDisabled={!canMove} isPending={isBusy} onPress={onMove}>
        {t('files.moveYes')}
      </Button>
    </>
  );
}

/** The name of the only file; null for several, undefined until it is known. */
function useOnlyName(site: string, files: FileSelection): string | null | undefined {
  const only = 'keys' in files && files.keys.length === 1 ? (files.keys[0] ?? null) : null;
  const { data, error } = useAnswer('files.details', { site, key: only ?? '' }, { enabled: only !== null });
  return only === null || error !== null ? null : data?.row.name;
}

/** In the folder of a category files get that, on the service too. */
function whatBecomes(folder: string, count: number, t: Text): string {
  const category = categoryOf(folder);
  return category === null
    ? t('files.moveAsBefore', { count })
    : t('files.moveAs', { count, category: category.label });
}

function categoryOf(folder: string): (typeof CATEGORIES)[number] | null {
  const first = folder.split('/', 1)[0]?.toLowerCase();
  return CATEGORIES.find(({ label }) => label.toLowerCase() === first) ?? null;
}

interface Found {
  readonly options: readonly PickOption[];
  /** How many more fit. */
  readonly rest: number;
  /** They fit what was typed before. */
  readonly isOld: boolean;
}

/** The folders that fit what was typed, and that as a new one if there is none of this name. */
function useFolders(site: string, typed: string, now: string | null): Found {
  const t = useText();
  // As the engine reads it: with one separator, and none at an end.
  const text = typedFolder(typed).join('/');
  const answer = useAnswer('files.folders', { site, text: typed.slice(0, 200), limit: SHOWN });
  const { folders = [], total = 0, named = null } = answer.data ?? {};
  const option = (path: string, files: number): PickOption => ({
    id: path,
    label: path,
    icon: iconOf(path),
    detail: path === now ? t('files.moveHere') : t('files.moveCount', { count: files }),
    isDisabled: path === now,
  });
  const top: PickOption = {
    id: '',
    label: t('files.siteFolder'),
    icon: 'folder',
    ...(now === '' ? { detail: t('files.moveHere'), isDisabled: true } : {}),
  };
  // The answer may still be one to what was typed before.
  const isNew = text !== '' && named === null && !folders.some(({ path }) => path === text);
  return {
    options: [
      ...(text === '' ? [top] : []),
      ...folders.map(({ path, files }) => option(path, files)),
      ...(isNew ? [{ id: text, label: t('files.moveNew', { folder: text }), icon: 'plus' } as const] : []),
    ],
    rest: total - folders.length,
    isOld: answer.data === undefined || answer.isPlaceholderData,
  };
}

function iconOf(path: string): PickOption['icon'] {
  const category = path.includes('/') ? null : categoryOf(path);
  return category === null ? 'folder' : categoryIcon(category.id);
}
