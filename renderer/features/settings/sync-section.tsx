import type { ReactNode } from 'react';
import type { Settings } from '../../../shared/ipc/app.ts';
import { useText } from '../../text/use-text.ts';
import { NumberField } from '../../ui/inputs/number-field.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Section } from './section.tsx';
import { TypedSetting } from './typed-setting.tsx';
import { useSave, type SetSettings } from './use-set.ts';

const KILO = 1000;
/** A limit starts with this, bytes per second: a slow home line. */
const FIRST_LIMIT = 500 * KILO;

interface SyncSectionProps {
  readonly settings: Settings;
  readonly set: SetSettings;
}

/** The speed of transfers, and what is ignored. */
export function SyncSection({ settings, set }: SyncSectionProps): ReactNode {
  const t = useText();
  const save = useSave();
  const { bytesUp, bytesDown } = settings;
  const isLimited = bytesUp !== null || bytesDown !== null;
  return (
    <Section id="sync" title={t('settings.sync.title')}>
      <Switch
        isSelected={isLimited}
        onChange={(on) =>
          set(on ? { bytesUp: FIRST_LIMIT, bytesDown: FIRST_LIMIT } : { bytesUp: null, bytesDown: null })
        }
        hint={isLimited ? undefined : t('settings.sync.noLimit')}
      >
        {t('settings.sync.limit')}
      </Switch>
      {isLimited && (
        <div className="settings-pair">
          <NumberField
            label={t('settings.sync.up')}
            value={(bytesUp ?? 0) / KILO}
            onChange={(value) => set({ bytesUp: limitOf(value) })}
            min={0}
            unit={t('settings.sync.unit')}
            hint={bytesUp === null ? t('settings.sync.noLimit') : undefined}
          />
          <NumberField
            label={t('settings.sync.down')}
            value={(bytesDown ?? 0) / KILO}
            onChange={(value) => set({ bytesDown: limitOf(value) })}
            min={0}
            unit={t('settings.sync.unit')}
            hint={bytesDown === null ? t('settings.sync.noLimit') : undefined}
          />
        </div>
      )}
      <TypedSetting
        label={t('settings.sync.ignore')}
        hint={t('settings.sync.ignoreHint')}
        value={settings.ignore}
        rows={5}
        onSave={(ignore) => save({ ignore })}
      />
    </Section>
  );
}

/** Zero would send nothing at all, so it means no limit. */
const limitOf = (kilobytes: number): number | null => (kilobytes > 0 ? kilobytes * KILO : null);
