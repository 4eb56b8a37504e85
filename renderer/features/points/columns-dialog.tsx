import { useState, type ReactNode } from 'react';
import type { DatamodelFile } from '../../../shared/ipc/datamodel.ts';
import { ROLES, type Columns } from '../../../shared/model/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { toast } from '../../ui/overlays/toast.tsx';

interface ColumnsDialogProps {
  readonly site: string;
  /** Null: closed. */
  readonly file: DatamodelFile | null;
  readonly onClose: () => void;
}

/** Says which column of a datamodel means what. */
export function ColumnsDialog({ site, file, onClose }: ColumnsDialogProps): ReactNode {
  return file === null ? null : <OpenDialog key={file.file} site={site} file={file} onClose={onClose} />;
}

/** Columns are told from "none" by what stands before them: a column may have any name. */
const NONE = 'none';
const valueOf = (name: string | null): string => (name === null ? NONE : `:${name}`);

function OpenDialog({
  site,
  file,
  onClose,
}: ColumnsDialogProps & { readonly file: DatamodelFile }): ReactNode {
  const t = useText();
  const [columns, setColumns] = useState<Columns>(file.columns ?? EMPTY);
  const confirm = useDo('points.confirm', () => {
    toast(t('datamodel.savedColumns'));
    onClose();
  });
  const options = [
    { value: NONE, label: t('datamodel.noColumn') },
    ...[...new Set(file.header)]
      .filter((name) => name !== '')
      .map((name) => ({ value: valueOf(name), label: name })),
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('datamodel.columnsOf', { file: baseName(file.file) })}
      actions={
        <>
          <Button onPress={onClose}>{t('datamodel.cancel')}</Button>
          <Button
            variant="primary"
            isPending={confirm.busy}
            onPress={() => confirm.run({ site, file: file.file, columns })}
          >
            {t('datamodel.save')}
          </Button>
        </>
      }
    >
      <div className="columns-roles">
        <p>{t('datamodel.columnsWhy')}</p>
        {ROLES.map((role) => (
          <Select
            key={role}
            look="field"
            label={t(`datamodel.role.${role}`)}
            value={valueOf(columns[role])}
            onChange={(value) => setColumns({ ...columns, [role]: value === NONE ? null : value.slice(1) })}
            options={options}
          />
        ))}
      </div>
    </Dialog>
  );
}

const EMPTY: Columns = { id: null, label: null, unit: null, class: null, equipment: null };
