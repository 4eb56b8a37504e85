import type { ReactNode } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { useText } from '../../text/use-text.ts';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { format } from '../../ui/words/format.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Meter } from '../../ui/telling/meter.tsx';
import type { PreviewFile } from './preview-file.ts';

/** The props of each kind of preview. */
export interface ViewProps {
  readonly file: PreviewFile;
  /** `panel`: beside a list, without tools. `full`: by itself, with all of them. */
  readonly where: PreviewPlace;
  /** Given if rows name timeseries whose chart can be opened. */
  readonly series?: SeriesOfRows | undefined;
  /** Of a text: the page that is read, from 0. It outlives a new version of the file, as of a log that grows. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

export type PreviewPlace = 'panel' | 'full';

/** How rows of a table name timeseries, and how to open the chart of one. */
export interface SeriesOfRows {
  /** Header of the column with the ids. */
  readonly column: string;
  readonly onChart: (id: string) => void;
}

/** Tools above the file; none beside a list. */
export function PreviewBar({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <div className="preview-bar" role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}

export function PreviewTrouble({ failure }: { readonly failure: Failure }) {
  return (
    <div className="preview-middle" role="alert">
      <EmptyState icon="warn" title={failure.message}>
        {failure.hint}
      </EmptyState>
    </div>
  );
}

interface LoadingProps {
  /** What is being done. */
  readonly words: string;
  /** Bytes so far, if they tell the progress. */
  readonly done?: number | undefined;
  readonly total?: number | null | undefined;
  /** The progress if bytes do not tell it, 0 to 1. */
  readonly share?: number | undefined;
}

export function PreviewLoading({ words, done = 0, total = null, share }: LoadingProps) {
  return (
    <div className="preview-middle preview-loading" role="status">
      <span className="t-small ink-2">{words}</span>
      <Meter
        label={words}
        value={share ?? (total === null || total === 0 ? 0 : Math.min(1, done / total))}
        state="running"
      />
      {total !== null && done > 0 && (
        <span className="t-caption ink-3 num">{format.bytesOf(done, total)}</span>
      )}
    </div>
  );
}

/** A line that says what is missing or odd in what is shown. */
export function PreviewNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className="preview-note" role="note">
      <Icon name="warn" />
      <span>{children}</span>
    </p>
  );
}

/** For a file that cannot be shown at all. */
export function NoPreview({ file, where }: Pick<ViewProps, 'file' | 'where'>) {
  const t = useText();
  // Beside a list the name is right below.
  const title = where === 'panel' ? t('preview.noneOfIt') : t('preview.none', { name: file.name });
  return (
    <div className="preview-middle">
      <EmptyState icon="eyeOff" title={title}>
        {t('preview.ownProgram')}
      </EmptyState>
    </div>
  );
}
