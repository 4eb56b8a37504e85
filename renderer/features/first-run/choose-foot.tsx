import { useState, type ReactNode } from 'react';
import { useAnswer, useAppFact, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { format } from '../../ui/words/format.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import { Form } from '../../ui/inputs/form.tsx';
import { Meter } from '../../ui/telling/meter.tsx';
import { Gap } from '../../ui/layout/page-head.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { useRoot } from '../settings/use-root.ts';

interface ChooseFootProps {
  /** How many are chosen, and how much of them is known to come. */
  readonly sites: number;
  readonly bytes: number;
  readonly busy: boolean;
  readonly onKeep: () => void;
  readonly onLater: () => void;
}

/** Where the sites go and whether they fit, and the one button. */
export function ChooseFoot({ sites, bytes, busy, onKeep, onLater }: ChooseFootProps): ReactNode {
  const t = useText();
  return (
    <footer className="first-foot">
      <div className="first-foot-line">
        <RootFolder />
        <Gap />
        <Room bytes={bytes} />
      </div>
      <div className="first-foot-line">
        <span className="t-small ink-2 grow">{t('firstRun.comingWhy')}</span>
        <Button size="l" onPress={onLater}>
          {t('firstRun.later')}
        </Button>
        <Button size="l" variant="primary" isDisabled={sites === 0} isPending={busy} onPress={onKeep}>
          {t('firstRun.keepSites', { count: sites })}
        </Button>
      </div>
    </footer>
  );
}

function Room({ bytes }: { readonly bytes: number }): ReactNode {
  const t = useText();
  const free = useAppFact((state) => state.storage.freeBytes);
  if (free === null) return <span className="t-small ink-2 num">{format.bytes(bytes)}</span>;
  const fits = bytes <= free;
  const words = t(fits ? 'firstRun.ofFree' : 'firstRun.tooMuch', {
    size: format.bytes(bytes),
    free: format.bytes(free),
  });
  return (
    <span className={fits ? 'first-room ink-2 num' : 'first-room tone-bad num'}>
      {!fits && <Icon name="warn" size={14} />}
      {words}
      <span className="first-room-meter">
        <Meter label={words} value={bytes / Math.max(1, free)} state="here" size="m" />
      </span>
    </span>
  );
}

/** The folder below which each site gets its own. */
function RootFolder(): ReactNode {
  const t = useText();
  const root = useAnswer('settings.get', null).data?.root ?? '';
  const hasDialog = useAppFact((state) => state.host.can.chooseFolder) === true;
  const [typed, setTyped] = useState<string | null>(null);
  // Said at the field, which is opened for it where the folder was chosen: a toast would lie over what stands behind.
  const { troubleOf, check, save, busy } = useRoot(() => setTyped(null), setTyped);
  const folder = (typed ?? '').trim();
  const take = (): void => {
    if (folder !== '' && !busy) void save(folder);
  };
  const choose = useDo('host.chooseFolder', (chosen) => {
    if (chosen !== null) void save(chosen);
  });
  return (
    <>
      <span className="t-small ink-2">{t('firstRun.folder')}</span>
      <Button
        size="s"
        icon="folder"
        label={`${t('firstRun.folder')}: ${root}`}
        onPress={() => (hasDialog ? choose.run({ from: root }) : setTyped(root))}
      >
        <span className="cut first-root">{root}</span>
      </Button>
      <Dialog
        isOpen={typed !== null}
        onClose={() => setTyped(null)}
        title={t('firstRun.folderTitle')}
        actions={
          <>
            <Button onPress={() => setTyped(null)}>{t('firstRun.cancel')}</Button>
            <Button variant="primary" isPending={busy} isDisabled={folder === ''} onPress={take}>
              {t('firstRun.folderUse')}
            </Button>
          </>
        }
      >
        <Form onSubmit={take}>
          <TextField
            label={t('firstRun.folderField')}
            value={typed ?? ''}
            onChange={setTyped}
            onBlur={() => {
              if (folder !== '' && folder !== root) check(folder);
            }}
            error={troubleOf(folder)}
            hint={t('firstRun.folderHint')}
            mono
            autoFocus
          />
        </Form>
      </Dialog>
    </>
  );
}
