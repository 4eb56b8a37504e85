import { useMemo, useState, type ReactNode } from 'react';
import type { SiteModel } from '../../../shared/ipc/models.ts';
import { baseName } from '../../../shared/model/rel-path.ts';
import { useAnswer, useAppState, useBridge, useDo } from '../../state/engine.tsx';
import { useSite } from '../../state/use-site.ts';
import { wordsOf } from '../../state/show-failure.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { Form } from '../../ui/inputs/form.tsx';
import { Gap, Scroll, Toolbar } from '../../ui/layout/page-head.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { NotListed } from '../files/not-listed.tsx';
import { KeepSite } from '../sites/keep-site.tsx';
import { isUnlisted } from '../sites/site-facts.ts';
import { PreviewDialog } from '../preview/preview-dialog.tsx';
import type { PreviewFile } from '../preview/preview-file.ts';
import { ModelRow } from './model-row.tsx';
import { usePullAll } from './use-pull-all.ts';
import './models.css';

/** The models of a site: those that its files name, and those that were added by their ids. */
export function ModelsTab({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const running = useAppState()?.work.running ?? [];
  const summary = useSite(site);
  const { data: models, error } = useAnswer('models.list', { site });
  const [looked, setLooked] = useState<string | null>(null);
  const file = usePreview(
    site,
    models?.find(({ id }) => id === looked),
  );
  // Closes the preview of a copy that is gone, even if the copy comes back.
  if (looked !== null && models !== undefined && file === null) setLooked(null);
  if (summary?.followed === null)
    return (
      <EmptyState icon="cloud" title={t('files.notKept')} action={<KeepSite site={site} />}>
        {t('models.notKeptWhy')}
      </EmptyState>
    );
  return (
    <section className="site-models-tab" aria-label={t('models.tab')}>
      <ModelsTools site={site} models={models ?? []} />
      <Scroll label={t('models.list')}>
        {models === undefined && error !== null && (
          <EmptyState icon="warn" title={t('models.notListed')}>
            {wordsOf(error)}
          </EmptyState>
        )}
        {models === undefined && error === null && <SkeletonRows label={t('ui.loading')} rows={3} />}
        {models?.length === 0 &&
          (summary !== undefined && isUnlisted(summary) ? (
            <NotListed site={summary} />
          ) : (
            <EmptyState icon="cube" title={t('models.none')}>
              {t('models.noneWhy')}
            </EmptyState>
          ))}
        {models !== undefined && models.length > 0 && (
          <>
            <ul className="site-models">
              {models.map((model) => (
                <ModelRow
                  key={model.id}
                  site={site}
                  model={model}
                  transfer={running.find((each) => each.site === site && each.path === model.id)}
                  onPreview={() => setLooked(model.id)}
                />
              ))}
            </ul>
            <p className="site-models-note t-small ink-3">{t('models.oneWay')}</p>
          </>
        )}
      </Scroll>
      <PreviewDialog file={file} onClose={() => setLooked(null)} />
    </section>
  );
}

interface ModelsToolsProps {
  readonly site: string;
  readonly models: readonly SiteModel[];
}

/** How many are here, and what brings more. */
function ModelsTools({ site, models }: ModelsToolsProps): ReactNode {
  const t = useText();
  const pullAll = usePullAll(site);
  const waiting = models.filter(({ state }) => state === 'online-only' || state === 'out-of-date');
  return (
    <Toolbar>
      {models.length > 0 && (
        <span className="t-small ink-2 num">
          {t('models.hereOf', {
            here: models.filter(({ path }) => path !== null).length,
            all: models.length,
          })}
        </span>
      )}
      <Gap />
      <AddModel site={site} />
      {waiting.length > 1 && (
        <Button icon="download" onPress={() => pullAll(waiting.map(({ id }) => id))}>
          {t('models.pullAll', { count: waiting.length })}
        </Button>
      )}
    </Toolbar>
  );
}

function AddModel({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  return (
    <Popover
      label={t('models.addById')}
      placement="bottom end"
      trigger={<Button icon="plus">{t('models.addById')}</Button>}
    >
      {(close) => <ModelId site={site} onAdded={close} />}
    </Popover>
  );
}

function ModelId({ site, onAdded }: { readonly site: string; readonly onAdded: () => void }): ReactNode {
  const t = useText();
  const [id, setId] = useState('');
  const add = useDo('models.add', onAdded);
  const submit = (): void => {
    if (id.trim() !== '' && !add.busy) add.run({ site, model: id.trim() });
  };
  return (
    <Form className="site-models-add" onSubmit={submit}>
      <TextField
        label={t('models.idLabel')}
        value={id}
        onChange={setId}
        hint={t('models.idHint')}
        autoFocus
      />
      <Button variant="primary" type="submit" isDisabled={id.trim() === ''} isPending={add.busy}>
        {t('models.add')}
      </Button>
    </Form>
  );
}

/** Null where no copy is here; the file's own ending tells how it is shown. */
function usePreview(site: string, model: SiteModel | undefined): PreviewFile | null {
  const { contentUrl } = useBridge();
  const { id, path = null, size = null, fetchedAt = null } = model ?? {};
  return useMemo(
    () =>
      id === undefined || path === null
        ? null
        : {
            url: contentUrl('model', site, id),
            name: baseName(path),
            size,
            version: `${size} ${fetchedAt}`,
          },
    [contentUrl, site, id, path, size, fetchedAt],
  );
}
