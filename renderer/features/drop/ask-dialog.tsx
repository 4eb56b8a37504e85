import { useState, type ReactNode } from 'react';
import type { CategoryId } from '../../../shared/ipc/define.ts';
import type { SiteSummary } from '../../../shared/ipc/sites.ts';
import { CATEGORIES, parseCategory } from '../../../shared/model/category.ts';
import { useAnswer } from '../../state/engine.tsx';
import { go } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { format } from '../../ui/words/format.ts';
import { Select } from '../../ui/inputs/select.tsx';
import { useDropDesk, useDropStage } from './drop-context.ts';
import type { DropStage } from './drop-desk.ts';
import { namesOf, type Dropped } from './dropped.ts';
import { usePicker } from './use-picker.tsx';

type Asking = Extract<DropStage, { kind: 'asking' }>;

/** Asks for what is still missing after a drop or a button: the site, the files, or both. */
export function AskDialog(): ReactNode {
  const stage = useDropStage();
  const sites = useAnswer('sites.list', null).data;
  if (stage.kind !== 'asking' || sites === undefined) return null;
  const kept = sites.filter((site) => site.followed !== null);
  return kept.length === 0 ? <NoSite /> : <Ask stage={stage} kept={kept} />;
}

function NoSite(): ReactNode {
  const t = useText();
  const desk = useDropDesk();
  const toSites = (): void => {
    desk.cancel();
    go({ screen: 'sites' });
  };
  return (
    <Dialog
      isOpen
      onClose={() => desk.cancel()}
      title={t('drop.noSite')}
      actions={
        <>
          <Button onPress={() => desk.cancel()}>{t('drop.cancel')}</Button>
          <Button variant="primary" onPress={toSites}>
            {t('drop.goToSites')}
          </Button>
        </>
      }
    >
      <p>{t('drop.noSiteWhy')}</p>
    </Dialog>
  );
}

function Ask({ stage, kept }: { readonly stage: Asking; readonly kept: readonly SiteSummary[] }): ReactNode {
  const t = useText();
  const desk = useDropDesk();
  const known = kept.find(({ id }) => id === stage.site);
  const [site, setSite] = useState(known?.id ?? kept[0]?.id ?? '');
  const [category, setCategory] = useState(stage.category);
  const { source } = stage;
  const begin = (chosen: Dropped): void => void desk.review({ site, category }, chosen);
  return (
    <Dialog
      isOpen
      onClose={() => desk.cancel()}
      // Wide enough for three buttons in one line, in high contrast too.
      width={480}
      title={known === undefined ? t('drop.addTitle') : t('drop.addTo', { site: known.name })}
      actions={
        <>
          <Button onPress={() => desk.cancel()}>{t('drop.cancel')}</Button>
          {source === null ? (
            <PickButtons onPicked={begin} />
          ) : (
            <Button variant="primary" onPress={() => begin(source)}>
              {t('drop.review')}
            </Button>
          )}
        </>
      }
    >
      {source !== null && <p>{t('drop.whatCame', { names: shortList(namesOf(source), t) })}</p>}
      {known === undefined && (
        <Select
          label={t('drop.toSite')}
          value={site}
          onChange={setSite}
          options={kept.map(({ id, name, city }) => ({ value: id, label: name, detail: city ?? undefined }))}
        />
      )}
      <CategorySelect value={category} onChange={setCategory} />
      {source === null && <p className="t-small">{t('drop.dropHint')}</p>}
    </Dialog>
  );
}

interface CategorySelectProps {
  /** Null: suggested file by file. */
  readonly value: CategoryId | null;
  readonly onChange: (category: CategoryId | null) => void;
}

function CategorySelect({ value, onChange }: CategorySelectProps): ReactNode {
  const t = useText();
  return (
    <Select
      label={t('drop.asCategory')}
      value={value ?? 'suggested'}
      onChange={(chosen) => onChange(parseCategory(chosen))}
      options={[
        { value: 'suggested', label: t('drop.suggested') },
        ...CATEGORIES.map(({ id, label }) => ({ value: id, label })),
      ]}
    />
  );
}

function PickButtons({ onPicked }: { readonly onPicked: (source: Dropped) => void }): ReactNode {
  const t = useText();
  const { inputs, pickFiles, pickFolder } = usePicker(onPicked);
  return (
    <>
      {inputs}
      <Button icon="folder" onPress={pickFolder}>
        {t('drop.chooseFolder')}
      </Button>
      <Button variant="primary" icon="doc" onPress={pickFiles} autoFocus>
        {t('drop.chooseFiles')}
      </Button>
    </>
  );
}

const NAMED = 3;

function shortList(names: readonly string[], t: ReturnType<typeof useText>): string {
  const rest = names.length - NAMED;
  return format.list(rest > 0 ? [...names.slice(0, NAMED), t('drop.andMore', { count: rest })] : names);
}
