import type { ReactNode } from 'react';
import type { Transfer } from '../../../shared/ipc/app.ts';
import type { SiteModel } from '../../../shared/ipc/models.ts';
import { useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Chip } from '../../ui/telling/chip.tsx';
import { format } from '../../ui/words/format.ts';
import { Icon, type IconName } from '../../ui/icons/icons.tsx';
import { Meter } from '../../ui/telling/meter.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { Truncate } from '../../ui/words/truncate.tsx';

interface ModelRowProps {
  readonly site: string;
  readonly model: SiteModel;
  /** While it is on its way. */
  readonly transfer: Transfer | undefined;
  readonly onPreview: () => void;
}

const LOOKS: Readonly<
  Record<SiteModel['state'], { readonly icon: IconName; readonly tone: 'plain' | 'accent' | 'ok' | 'warn' }>
> = {
  'online-only': { icon: 'cloud', tone: 'plain' },
  here: { icon: 'laptopCheck', tone: 'plain' },
  'out-of-date': { icon: 'stale', tone: 'accent' },
  gone: { icon: 'warn', tone: 'warn' },
  unknown: { icon: 'warn', tone: 'warn' },
  downloading: { icon: 'download', tone: 'accent' },
  paused: { icon: 'pause', tone: 'plain' },
};

/** One model: what is here of it, what the service has, and what can be done. */
export function ModelRow({ site, model, transfer, onPreview }: ModelRowProps): ReactNode {
  const t = useText();
  const { name, state } = model;
  const { icon, tone } = LOOKS[state];
  const absence = absenceOf(model);
  const comes = isComing(model);
  return (
    <li className={model.from === 'added' ? 'site-model site-model-added' : 'site-model'}>
      <Icon name="cube" size={20} className="ink-3" />
      <div className="grow">
        <div className="row">
          <span className="medium cut">
            <Truncate text={name} />
          </span>
          <Chip icon={icon} tone={tone}>
            {t(`models.states.${state}`)}
          </Chip>
        </div>
        <div className="t-small ink-2 num">{factsOf(t, model)}</div>
        {model.problem !== null && !comes && absence === null && (
          <div className="t-small tone-warn" role="note">
            {model.problem}
          </div>
        )}
        {model.changed && !comes && (
          <div className="t-small ink-2" role="note">
            {t('models.changedHere')}
          </div>
        )}
        {absence !== null && (
          <div className="t-small ink-2" role="note">
            {t(absence)}
          </div>
        )}
        {comes && <Coming model={model} transfer={transfer} />}
      </div>
      <Acts site={site} model={model} onPreview={onPreview} />
    </li>
  );
}

/** Is it on its way, if only standing still? */
function isComing({ state }: SiteModel): boolean {
  return state === 'downloading' || state === 'paused';
}

/** What it means that the service does not have it; null where it does. */
function absenceOf({ state, path, from }: SiteModel) {
  if (state === 'gone') return path === null ? 'models.goneNothing' : 'models.goneKept';
  if (state === 'unknown') return from === 'added' ? 'models.unknownAdded' : 'models.unknownNamed';
  return null;
}

function Coming({ model: { state }, transfer }: Pick<ModelRowProps, 'model' | 'transfer'>): ReactNode {
  const t = useText();
  const { done = 0, total = null } = transfer ?? {};
  return (
    <div className="site-model-coming">
      <Meter
        label={t(`models.states.${state}`)}
        value={total === null || total === 0 ? 0 : done / total}
        state={state === 'paused' ? 'here' : 'running'}
      />
      <span className="t-caption ink-3 num">
        {total === null ? format.bytes(done) : format.bytesOf(done, total)}
      </span>
    </div>
  );
}

function Acts({ site, model, onPreview }: Omit<ModelRowProps, 'transfer'>): ReactNode {
  const t = useText();
  const { id, name, state, path } = model;
  const pull = useDo('models.pull', ({ fetched, tookChanged }) => {
    if (path === null) toast(t('models.pulled', { name }));
    else if (tookChanged) toast(t('models.currentNow', { name }));
    else toast(t(fetched ? 'models.renewed' : 'models.current', { name }));
  });
  const stop = useDo('models.stop');
  const restore = useDo('models.add');
  const remove = useDo('models.remove', () => {
    const action = { label: t('files.undo'), onAction: () => restore.run({ site, model: id }) };
    toast(t('models.removed', { name }), { action });
  });
  const isHere = path !== null;
  const words = state === 'here' || (state === 'gone' && isHere) ? 'again' : isHere ? 'update' : 'pull';
  return (
    <div className="site-model-acts">
      {isHere && (
        <Button icon="eye" label={t('models.previewNamed', { name })} onPress={onPreview}>
          {t('models.preview')}
        </Button>
      )}
      {isComing(model) ? (
        <Button
          label={t('models.stopNamed', { name })}
          isPending={stop.busy}
          onPress={() => stop.run({ site, model: id })}
        >
          {t('models.stop')}
        </Button>
      ) : (
        <Button
          icon={words === 'again' ? 'sync' : 'download'}
          label={t(`models.${words}Named`, { name })}
          onPress={() => pull.run({ site, model: id })}
        >
          {t(`models.${words}`)}
        </Button>
      )}
      {model.from === 'added' ? (
        <IconButton
          icon="close"
          label={t('models.removeNamed', { name })}
          onPress={() => remove.run({ site, model: id })}
        />
      ) : (
        <span className="site-model-no-act" />
      )}
    </div>
  );
}

function factsOf(
  t: ReturnType<typeof useText>,
  { id, name, from, size, path, fetchedAt }: SiteModel,
): string {
  return [
    t(from === 'record' ? 'models.named' : 'models.added'),
    id === name ? '' : id,
    path ?? '',
    size === null ? '' : format.bytes(size),
    fetchedAt === null ? '' : t('models.checked', { when: format.whenSaid(fetchedAt) }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
