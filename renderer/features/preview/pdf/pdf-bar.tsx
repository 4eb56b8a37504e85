import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Input } from 'react-aria-components';
import { useText } from '../../../text/use-text.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Gap } from '../../../ui/layout/page-head.tsx';
import { SearchField } from '../../../ui/inputs/search-field.tsx';
import { ZoomTools } from '../zoom-tools.tsx';
import { PreviewBar } from '../preview-parts.tsx';
import type { FoundInPdf, PdfPages, PdfPlace } from './pdf-viewer.ts';

interface PdfBarProps {
  readonly pages: PdfPages;
  readonly place: PdfPlace;
  readonly found: FoundInPdf;
  readonly count: number;
}

/** The page, the zoom, and the search. */
export function PdfBar({ pages, place, found, count }: PdfBarProps): ReactNode {
  const t = useText();
  return (
    <PreviewBar label={t('preview.tools')}>
      <IconButton
        icon="chevronUp"
        label={t('preview.pdf.before')}
        isDisabled={place.page <= 1}
        onPress={() => pages.goTo(place.page - 1)}
      />
      <IconButton
        icon="chevronDown"
        label={t('preview.pdf.after')}
        isDisabled={place.page >= count}
        onPress={() => pages.goTo(place.page + 1)}
      />
      <PageField page={place.page} count={count} onPage={(page) => pages.goTo(page)} />
      <span className="bar-line" />
      <ZoomTools share={place.scale} onZoom={(factor) => pages.zoomBy(factor)} />
      <Button variant="ghost" onPress={() => pages.fit()}>
        {t('preview.pdf.fitWidth')}
      </Button>
      <Button variant="ghost" onPress={() => pages.fitPage()}>
        {t('preview.pdf.fitPage')}
      </Button>
      <Gap />
      <Search pages={pages} found={found} />
    </PreviewBar>
  );
}

interface PageFieldProps {
  readonly page: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}

/** The current page. Another number is taken with Enter, or when the field is left. */
function PageField({ page, count, onPage }: PageFieldProps): ReactNode {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const go = (): void => {
    const wanted = Number(typed);
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1) onPage(Math.min(count, wanted));
    setTyped(null);
  };
  return (
    <span className="pdf-page row t-small num">
      <Input
        className="pdf-page-field num"
        inputMode="numeric"
        aria-label={t('preview.pdf.page')}
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
        }}
      />
      {t('preview.pdf.of', { count })}
    </span>
  );
}

function Search({ pages, found }: Pick<PdfBarProps, 'pages' | 'found'>): ReactNode {
  const t = useText();
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useFindKey(input);
  const change = (next: string): void => {
    setQuery(next);
    pages.find(next, false, false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || query === '') return;
    event.preventDefault();
    pages.find(query, true, event.shiftKey);
  };
  return (
    <>
      {query !== '' && (
        <>
          <span className="t-small ink-2 num nowrap" role="status">
            {found.total === 0
              ? t(found.isSearching ? 'preview.pdf.searching' : 'preview.pdf.notFound')
              : t('preview.pdf.found', { current: found.current, count: found.total })}
          </span>
          <IconButton
            icon="chevronUp"
            label={t('preview.pdf.foundBefore')}
            isDisabled={found.total === 0}
            onPress={() => pages.find(query, true, true)}
          />
          <IconButton
            icon="chevronDown"
            label={t('preview.pdf.foundAfter')}
            isDisabled={found.total === 0}
            onPress={() => pages.find(query, true, false)}
          />
        </>
      )}
      <div role="presentation" onKeyDown={onKeyDown}>
        <SearchField
          label={t('preview.pdf.search')}
          value={query}
          onChange={change}
          keys="Ctrl+F"
          width={200}
          inputRef={input}
        />
      </div>
    </>
  );
}

/** Ctrl+F goes to this field while the file is on screen. */
function useFindKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'f' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      input.current?.select();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [input]);
}
