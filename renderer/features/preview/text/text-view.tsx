import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { text } from '../../../text/setup.ts';
import { useText } from '../../../text/use-text.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { format } from '../../../ui/words/format.ts';
import { Gap } from '../../../ui/layout/page-head.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { PreviewBar, PreviewLoading, PreviewTrouble, type ViewProps } from '../preview-parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import { lastPage, readPage, type TextPage } from './read-page.ts';
import './text.css';

/** A text of any length and encoding, one page at a time. Markup is shown as source. */
export function TextView({ file, where, page, onPage }: ViewProps): ReactNode {
  const [isWrapped, setWrapped] = useState(true);
  const load = useCallback((signal: AbortSignal) => readPage(file, page, signal), [file, page]);
  const broken = useCallback((reason: string) => text('preview.failed', { name: file.name, reason }), [file]);
  const loaded = useLoaded(load, broken);
  if (loaded.state === 'failed') return <PreviewTrouble failure={loaded.failure} />;
  const shown = loaded.state === 'ready' ? loaded.value : null;
  return (
    <>
      {where === 'full' && (
        <PreviewBar label={text('preview.tools')}>
          <Pages page={shown?.page ?? page} shown={shown} onPage={onPage} />
          <Gap />
          {shown !== null && <span className="t-small ink-3">{ENCODINGS[shown.encoding]}</span>}
          <Switch isSelected={isWrapped} onChange={setWrapped}>
            {text('preview.text.wrap')}
          </Switch>
        </PreviewBar>
      )}
      {shown === null ? (
        <PreviewLoading words={text('preview.opening')} />
      ) : (
        <Lines key={shown.page} name={file.name} lines={shown.lines} isWrapped={isWrapped} />
      )}
    </>
  );
}

const ENCODINGS: Readonly<Record<TextPage['encoding'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
};

interface PagesProps {
  readonly page: number;
  readonly shown: TextPage | null;
  readonly onPage: (page: number) => void;
}

/** Nothing if there is only one page. */
function Pages({ page, shown, onPage }: PagesProps): ReactNode {
  const t = useText();
  const last = shown === null ? page : lastPage(shown.total);
  if (last === 0) return null;
  return (
    <>
      <IconButton
        icon="chevronLeft"
        label={t('preview.text.before')}
        isDisabled={page === 0}
        onPress={() => onPage(page - 1)}
      />
      <span className="t-small num nowrap">
        {t('preview.text.page', { page: page + 1, pages: last + 1 })}
      </span>
      <IconButton
        icon="chevronRight"
        label={t('preview.text.after')}
        isDisabled={page >= last}
        onPress={() => onPage(page + 1)}
      />
      {shown !== null && (
        <span className="t-small ink-3 num nowrap">{format.bytesOf(shown.to, shown.total)}</span>
      )}
    </>
  );
}

/** Lines per block; blocks outside of the view cost nothing. */
const BLOCK = 100;

interface LinesProps {
  readonly name: string;
  readonly lines: readonly string[];
  readonly isWrapped: boolean;
}

function Lines({ name, lines, isWrapped }: LinesProps): ReactNode {
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, block) =>
        lines.slice(block * BLOCK, (block + 1) * BLOCK).join('\n'),
      ),
    [lines],
  );
  return (
    <div
      className={`preview-stage text-stage${isWrapped ? ' text-wrapped' : ''}`}
      tabIndex={0}
      role="document"
      aria-label={name}
    >
      {blocks.map((block, index) => (
        // Blocks of one page never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <pre key={index}>{block}</pre>
      ))}
    </div>
  );
}
