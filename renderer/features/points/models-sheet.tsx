import { useState, type ReactNode } from 'react';
import type { DatamodelFile } from '../../../shared/ipc/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useAnswer } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Chip } from '../../ui/telling/chip.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { Truncate } from '../../ui/words/truncate.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { lacksIds } from './lacks-ids.ts';
import './models-sheet.css';

interface ModelsSheetProps {
  readonly site: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Every datamodel of a site: what was read in it, which column means what, and what is wrong with it. */
export function ModelsSheet({ site, isOpen, onClose }: ModelsSheetProps): ReactNode {
  const t = useText();
  const [changing, setChanging] = useState<DatamodelFile | null>(null);
  const files = useAnswer('points.files', { site }, { enabled: isOpen }).data ?? [];
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      size="m"
      title={t('datamodel.models')}
      subtitle={t('datamodel.modelsWhy')}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <ul className="models-list">
        {files.map((file) => (
          <Model key={file.file} file={file} onChange={() => setChanging(file)} />
        ))}
      </ul>
      <ColumnsDialog site={site} file={changing} onClose={() => setChanging(null)} />
    </Sheet>
  );
}

/** How its columns are known. */
function Columns({ file }: { readonly file: DatamodelFile }): ReactNode {
  const t = useText();
  if (file.confirmed)
    return (
      <Chip tone="ok" icon="check">
        {t('datamodel.confirmed')}
      </Chip>
    );
  if (lacksIds(file))
    return (
      <Chip tone="warn" icon="warn">
        {t('datamodel.notRecognised')}
      </Chip>
    );
  return <Chip>{t('datamodel.recognised')}</Chip>;
}

/** More than a person reads at once. */
const PROBLEMS = 20;

function Model({
  file,
  onChange,
}: {
  readonly file: DatamodelFile;
  readonly onChange: () => void;
}): ReactNode {
  const t = useText();
  const { points, columns, problems } = file;
  return (
    <li className="model">
      <div className="model-head">
        <strong className="grow">
          <Truncate text={baseName(file.file)} title={file.file} />
        </strong>
        {points === null ? (
          <Chip tone="warn" icon="warn">
            {t('datamodel.notRead')}
          </Chip>
        ) : (
          <span className="ink-2 num nowrap">{t('datamodel.pointsIn', { count: points })}</span>
        )}
        {columns !== null && <Columns file={file} />}
        {columns !== null && (
          <Button size="s" onPress={onChange}>
            {t('datamodel.changeColumns')}
          </Button>
        )}
      </div>
      {problems.length > 0 && (
        <details open={problems.length <= 3}>
          <summary>{t('datamodel.problems', { count: problems.length })}</summary>
          <ul>
            {problems.slice(0, PROBLEMS).map((problem) => (
              <li key={`${problem.line} ${problem.message}`}>{problem.message}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
