import { fileStatus } from '../../shared/ipc/files.ts';
import { Banner } from '../ui/telling/banner.tsx';
import { Button } from '../ui/inputs/button.tsx';
import { Card, CardHead, Facts } from '../ui/layout/card.tsx';
import { Chip } from '../ui/telling/chip.tsx';
import { EmptyState } from '../ui/telling/empty-state.tsx';
import { format } from '../ui/words/format.ts';
import { Kbd } from '../ui/telling/kbd.tsx';
import { Meter, StackedMeter } from '../ui/telling/meter.tsx';
import { ProgressRing } from '../ui/telling/progress-ring.tsx';
import { SkeletonRows } from '../ui/telling/skeleton-rows.tsx';
import { Gap } from '../ui/layout/page-head.tsx';
import { StatusBar, StatusBarButton, StatusBarText } from '../ui/layout/status-bar.tsx';
import { StatusChip } from '../ui/telling/status-chip.tsx';
import { Truncate } from '../ui/words/truncate.tsx';
import { Part } from './part.tsx';

const REASONS = { waiting: 'in use', failed: 'too large' } as const;
const SHARES = { downloading: 0.41, uploading: 0.62 } as const;
const NAME = 'AHU-03 sequence of operation and commissioning record R4.docx';

/** What tells about state. */
export function TellingParts() {
  return (
    <>
      <Part title="Status: icon and word">
        <Card>
          <div className="gallery-statuses">
            {fileStatus.options.map((status) => (
              <StatusChip
                key={status}
                status={status}
                reason={status in REASONS ? REASONS[status as keyof typeof REASONS] : null}
                share={status in SHARES ? SHARES[status as keyof typeof SHARES] : null}
              />
            ))}
          </div>
        </Card>
      </Part>
      <MeterPart />
      <Part title="Empty: why, and one action">
        <Card>
          <EmptyState
            icon="filter"
            title="The filter hides all 24 files"
            action={<Button>Clear the filter</Button>}
          >
            None of the BIM source files is in conflict.
          </EmptyState>
        </Card>
      </Part>
      <BannerPart />
      <Part title="Facts, names and keys">
        <Card label="Rijnhaven Tower">
          <CardHead title="Rijnhaven Tower" subtitle="1,258 of 1,284 files are here" />
          <div className="gallery-pad stack">
            <Facts
              items={[
                { label: 'Category', value: 'Spec Sheet' },
                { label: 'Size', value: format.bytes(3_800_000) },
                { label: 'Name', value: <Truncate text={NAME} /> },
              ]}
            />
            <p>
              <Kbd keys="Ctrl+K" /> <Kbd keys="F5" />
            </p>
          </div>
        </Card>
      </Part>
      <StatusBars />
    </>
  );
}

function MeterPart() {
  return (
    <Part title="Chips and meters">
      <div className="gallery-wrap">
        <Chip tone="bad" icon="warn" onPress={() => undefined}>
          3 issues
        </Chip>
        <Chip tone="accent" icon="sync">
          14 pending
        </Chip>
        <Chip tone="ok">+14 points</Chip>
        <Chip tone="warn">3 renamed</Chip>
        <Chip icon="half">Partly here</Chip>
        <ProgressRing share={0.4} label="Checking" />
        <ProgressRing share={null} label="Looking" />
      </div>
      <Meter label="Here" value={0.68} />
      <Meter label="Running" value={0.4} state="running" />
      <Meter label="Nothing left" value={1} state="done" size="m" />
      <StackedMeter
        label="What is added"
        parts={[
          { label: 'BIM', value: 684, detail: '684 MB' },
          { label: 'Spec', value: 266, detail: '266 MB' },
          { label: '3D', value: 212, detail: '212 MB' },
          { label: 'Other', value: 20, detail: '20 MB' },
        ]}
      />
      <Card>
        <SkeletonRows label="Loading files" rows={3} />
      </Card>
    </Part>
  );
}

function BannerPart() {
  return (
    <Part title="Banner: says what is held, asks one question" columns={2}>
      <Banner
        title="37 deletes are held. Is this what you meant?"
        actions={
          <>
            <Button>Put them back</Button>
            <Button variant="danger">Yes, review and delete 37…</Button>
          </>
        }
      >
        37 of 903 files vanished from your folder for Ørestad Hospital North at 09:12. They are still on the
        service.
      </Banner>
      <Banner tone="bad" title="The folder of Lindenhof School was not found">
        Connect its drive, or choose the folder again. Nothing is deleted.
      </Banner>
      <Banner tone="info" title="You work offline">
        Everything on this computer stays open. 14 changes go out when the network is back.
      </Banner>
    </Part>
  );
}

function StatusBars() {
  return (
    <Part title="Status bar: running, offline, signed out" columns={3}>
      <Card>
        <div className="gallery-bars">
          <StatusBar>
            <StatusBarText icon="wifi">Online</StatusBarText>
            <StatusBarText tone="muted">Last sync 09:41</StatusBarText>
            <StatusBarText icon="sync" tone="running">
              {format.bytesOf(209e6, 529e6)} · {format.rate(2.4e6)} · {format.timeLeft(120)}
              <Meter label="This sync" value={0.395} state="running" />
            </StatusBarText>
            <Gap />
            <StatusBarButton icon="outbox" onPress={() => undefined}>
              Outbox 23
            </StatusBarButton>
            <StatusBarButton icon="warn" tone="bad" onPress={() => undefined}>
              5 issues
            </StatusBarButton>
            <StatusBarButton icon="pause" onPress={() => undefined}>
              Pause
            </StatusBarButton>
          </StatusBar>
          <StatusBar>
            <StatusBarText icon="wifiOff" tone="strong">
              Offline since 08:50
            </StatusBarText>
            <StatusBarText>Everything on this computer stays open.</StatusBarText>
            <Gap />
            <StatusBarButton icon="sync" onPress={() => undefined}>
              Try now
            </StatusBarButton>
          </StatusBar>
          <StatusBar>
            <StatusBarText icon="key" tone="warn">
              Sign in to sync
            </StatusBarText>
            <StatusBarText>The service refused the token at 09:38. Nothing is lost.</StatusBarText>
            <Gap />
            <StatusBarButton tone="accent" onPress={() => undefined}>
              Sign in
            </StatusBarButton>
          </StatusBar>
        </div>
      </Card>
    </Part>
  );
}
