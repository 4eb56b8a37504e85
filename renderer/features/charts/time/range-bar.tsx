import { useState, type ReactNode } from 'react';
import { PRESETS, type Preset } from '../../../../shared/model/series.ts';
import { presetRange } from '../../../../shared/time/presets.ts';
import { useText } from '../../../text/use-text.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Form } from '../../../ui/inputs/form.tsx';
import { Gap, Toolbar } from '../../../ui/layout/page-head.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { SegmentedControl } from '../../../ui/inputs/segmented.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import type { Range } from './range.ts';
import { parseTyped } from './range-typed.ts';
import { rangeText, typedText, zoneName, zoneNames } from './time-words.ts';
import type { ZoneChoice, Zones } from './zone-choice.ts';
import type { Shown, ZoomHistory } from './zoom-history.ts';

interface RangeBarProps {
  readonly history: ZoomHistory;
  readonly view: Range;
  readonly zones: Zones;
  readonly onShow: (shown: Shown) => void;
  readonly onBack: () => void;
  readonly onForward: () => void;
  readonly onLive: () => void;
}

/** Which stretch of time is in view, and by whose clock it is told. */
export function RangeBar(props: RangeBarProps): ReactNode {
  const { history, view, zones, onShow, onBack, onForward, onLive } = props;
  const t = useText();
  const { now } = history;
  const live = typeof now === 'string';
  return (
    <div className="chart-tools">
      <Toolbar>
        <SegmentedControl<Preset | 'fixed'>
          label={t('charts.range')}
          value={live ? now : (presetOf(now, zones.site) ?? 'fixed')}
          onChange={(value) => {
            if (value !== 'fixed') onShow(value);
          }}
          // A week of last spring is left for the one that ends now.
          onAgain={(value) => {
            if (value !== 'fixed') onShow(value);
          }}
          options={PRESETS.map((value) => ({ value, label: t(`charts.presets.${value}`) }))}
        />
        <RangeField view={view} zone={zones.shown} onShow={onShow} />
        <span className="chart-steps">
          <IconButton
            icon="undo"
            size="s"
            label={t('charts.back')}
            isDisabled={history.past.length === 0}
            onPress={onBack}
          />
          <IconButton
            icon="redo"
            size="s"
            label={t('charts.forward')}
            isDisabled={history.future.length === 0}
            onPress={onForward}
          />
        </span>
        <IconButton
          icon="live"
          size="s"
          variant={live ? 'ghost' : 'plain'}
          label={`${t(live ? 'charts.live' : 'charts.goLive')}: ${t('charts.liveWhy')}`}
          words={t(live ? 'charts.live' : 'charts.goLive')}
          isPressed={live}
          onPress={onLive}
        />
        <Gap />
        <ZoneControl view={view} zones={zones} />
      </Toolbar>
    </div>
  );
}

const HOUR = 3_600_000;

/** The preset that a fixed stretch is as long as; a change of the clock in one of the two makes an hour. */
function presetOf({ from, to }: Range, zone: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const apart = Math.abs(presetRange(preset, to, zone).from - from);
    return apart === 0 || apart === HOUR;
  });
}

/** By whose clock times are told. Where there is no room for the three beside each other, a menu stands for them. */
function ZoneControl({ view, zones }: Pick<RangeBarProps, 'view' | 'zones'>): ReactNode {
  const t = useText();
  const { choice, choices, choose } = zones;
  const nameOf = (whose: ZoneChoice): string =>
    whose === 'utc' ? t('charts.zones.utc') : zoneNames(view, zones[whose]);
  /** In the menu the name at the end of the view stands for two, which its one line has no room for. */
  const menuOf = (whose: ZoneChoice): { readonly label: string; readonly detail: string | undefined } => {
    if (whose === 'utc') return { label: nameOf(whose), detail: undefined };
    const [who, names, label] = [t(`charts.zones.${whose}`), nameOf(whose), zoneName(view.to, zones[whose])];
    return { label, detail: names === label ? who : `${who}, ${names}` };
  };
  /** The chosen one names its zone. */
  const labelOf = (whose: ZoneChoice): string => {
    const who = t(`charts.zones.${whose}`);
    return choice === whose && whose !== 'utc' ? `${who}, ${nameOf(whose)}` : who;
  };
  /** The name of one that changes its clock in view takes as much as a fourth choice. */
  const isLong = nameOf(choice).includes('/');
  return (
    <>
      <span className={isLong ? 'chart-zones chart-zones-long' : 'chart-zones'}>
        <SegmentedControl
          label={t('charts.zone')}
          value={choice}
          onChange={choose}
          options={choices.map((value) => ({ value, label: labelOf(value) }))}
        />
      </span>
      <span className="chart-zones-menu">
        <Select
          label={t('charts.zone')}
          look="button"
          value={choice}
          onChange={choose}
          options={choices.map((value) => ({ value, ...menuOf(value) }))}
        />
      </span>
    </>
  );
}

interface RangeFieldProps {
  readonly view: Range;
  readonly zone: string;
  readonly onShow: (range: Range) => void;
}

function RangeField({ view, zone, onShow }: RangeFieldProps): ReactNode {
  const t = useText();
  return (
    <Popover
      label={t('charts.range')}
      trigger={
        <Button size="s" icon="calendar">
          <span className="num">{rangeText(view, zone, Date.now())}</span>
        </Button>
      }
    >
      {(close) => (
        <RangeForm
          view={view}
          zone={zone}
          onShow={(range) => {
            onShow(range);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function RangeForm({ view, zone, onShow }: RangeFieldProps): ReactNode {
  const t = useText();
  const [from, setFrom] = useState(() => typedText(view.from, zone));
  const [to, setTo] = useState(() => typedText(view.to, zone));
  const [tried, setTried] = useState(false);
  const [start, end] = [parseTyped(from, zone), parseTyped(to, zone)];
  const ordered = start === null || end === null || start < end;
  const errorOf = (at: number | null): string | undefined =>
    tried && at === null ? t('charts.badTime') : undefined;
  const hint = t('charts.timeHint', { zone: zoneName(view.to, zone) });
  return (
    <Form
      className="range-form"
      onSubmit={() => {
        setTried(true);
        if (start !== null && end !== null && start < end) onShow({ from: start, to: end });
      }}
    >
      <TextField
        label={t('charts.from')}
        value={from}
        onChange={setFrom}
        autoFocus
        hint={hint}
        error={errorOf(start)}
      />
      <TextField
        label={t('charts.to')}
        value={to}
        onChange={setTo}
        error={tried && !ordered ? t('charts.badOrder') : errorOf(end)}
      />
      <Button variant="primary" type="submit">
        {t('charts.showRange')}
      </Button>
    </Form>
  );
}
