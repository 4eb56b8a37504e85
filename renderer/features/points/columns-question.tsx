import { useState, type ReactNode } from 'react';
import type { DatamodelFile } from '../../../shared/ipc/datamodel.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useAnswer, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { lacksIds } from './lacks-ids.ts';
import './models-sheet.css';

/** Asks once for each header of a site whether its columns were recognised rightly. */
export function ColumnsQuestion({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const [changing, setChanging] = useState<DatamodelFile | null>(null);
  const confirm = useDo('points.confirm');
  const file = useAnswer('points.files', { site }).data?.find(isOpenQuestion);
  const columns = file?.columns ?? null;
  return (
    <>
      {file !== undefined && columns !== null && (
        <section className="columns-question" aria-label={t('datamodel.askColumns')}>
          <strong>{t('datamodel.askColumns')}</strong>
          <p>
            {columns.id === null
              ? t('datamodel.askColumnsNone', { file: baseName(file.file) })
              : t('datamodel.askColumnsWhy', {
                  file: baseName(file.file),
                  id: columns.id,
                  label: columns.label ?? columns.id,
                })}
          </p>
          <div className="columns-acts">
            {columns.id !== null && (
              <Button size="s" onPress={() => confirm.run({ site, file: file.file, columns })}>
                {t('datamodel.yesRight')}
              </Button>
            )}
            <Button size="s" variant="ghost" onPress={() => setChanging(file)}>
              {t('datamodel.changeColumns')}
            </Button>
          </div>
        </section>
      )}
      <ColumnsDialog site={site} file={changing} onClose={() => setChanging(null)} />
    </>
  );
}

function isOpenQuestion(file: DatamodelFile): boolean {
  const { confirmed, columns, points, header } = file;
  // An empty file has no columns to be asked about.
  if (confirmed || columns === null || points === null || header.length === 0) return false;
  return columns.id !== null || lacksIds(file);
}
