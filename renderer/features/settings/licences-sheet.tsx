import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';

/** As resources/build-plugins/licences.ts writes it beside the page. */
interface Licence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}

/** The packages of others in SiteSync, each with the text of its licence. */
export function LicencesSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useText();
  const { data, isError } = useQuery({ queryKey: ['licences'], queryFn: readLicences, retry: false });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      size="m"
      title={t('settings.help.licences')}
      subtitle={data === undefined ? undefined : t('settings.help.licencesOf', { count: data.length })}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      {isError ? (
        <EmptyState icon="warn" title={t('settings.help.licencesNotRead')} />
      ) : data === undefined ? (
        <SkeletonRows label={t('settings.help.licences')} rows={12} />
      ) : (
        <ul className="licences">
          {data.map((each) => (
            <li key={`${each.name} ${each.version}`}>
              <OneLicence {...each} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function OneLicence({ name, version, licence, text }: Licence): ReactNode {
  const title = (
    <>
      <span className="medium">{name}</span> <span className="ink-2 num">{version}</span>{' '}
      <span className="ink-2">· {licence}</span>
    </>
  );
  if (text === '') return <div className="licence-title">{title}</div>;
  return (
    <details>
      <summary className="licence-title">{title}</summary>
      <pre>{text}</pre>
    </details>
  );
}

async function readLicences({ signal }: { readonly signal: AbortSignal }): Promise<readonly Licence[]> {
  const response = await fetch('./licences.json', { signal });
  if (!response.ok) throw new Error(`licences.json: ${response.status}`);
  return (await response.json()) as readonly Licence[];
}
