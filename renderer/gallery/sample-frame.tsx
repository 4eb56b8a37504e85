import type { ReactNode } from 'react';
import { AppFrame, TopBar } from '../ui/layout/app-frame.tsx';
import { format } from '../ui/words/format.ts';
import { Meter } from '../ui/telling/meter.tsx';
import { Rail, RailDisk, RailHeading, RailLink, RailSite } from '../ui/layout/rail.tsx';
import { Gap } from '../ui/layout/page-head.tsx';
import { StatusBar, StatusBarButton, StatusBarText } from '../ui/layout/status-bar.tsx';

const nothing = (): void => undefined;

const SITES = [
  { name: 'Alameda Library' },
  { name: 'Fjellveien Apartments' },
  { name: 'Lindenhof School', state: 'syncing' as const },
  { name: 'Midtown Research Center and Laboratories' },
  { name: 'Ørestad Hospital North', issues: 2 },
  { name: 'Rijnhaven Tower', issues: 3 },
  { name: 'Tampere Data Hall B', state: 'partly' as const },
] as const;

interface SampleFrameProps {
  /** Which link is current. */
  readonly at: string;
  readonly children: ReactNode;
}

/** The window around a sample screen. */
export function SampleFrame({ at, children }: SampleFrameProps) {
  return (
    <AppFrame
      topBar={<TopBar onBack={nothing} onSearch={nothing} searchLabel="Go to a site, file or point" />}
      rail={<SampleRail at={at} />}
      statusBar={<SampleStatus />}
      onSkip={nothing}
    >
      {children}
    </AppFrame>
  );
}

function SampleRail({ at }: { readonly at: string }) {
  return (
    <Rail
      foot={
        <>
          <RailDisk href="#gallery" kept={43_200_000_000} isWhole free={168_000_000_000} share={0.2} />
          <RailLink href="#/settings" icon="settings">
            Settings
          </RailLink>
        </>
      }
    >
      <RailLink href="#/sites" icon="sites" count={12} isCurrent={at === 'sites'}>
        Sites
      </RailLink>
      <RailLink href="#/outbox" icon="outbox" count={23} issues={5}>
        Outbox
      </RailLink>
      <RailLink href="#/activity" icon="activity">
        Activity
      </RailLink>
      <RailLink href="#/trash" icon="trash" count={41}>
        Trash
      </RailLink>
      <RailHeading>On this computer</RailHeading>
      {SITES.map((site) => (
        <RailSite
          key={site.name}
          href={`#/sites/${site.name}`}
          name={site.name}
          photo={null}
          isCurrent={at === site.name}
          issues={'issues' in site ? site.issues : 0}
          state={'state' in site ? site.state : null}
        />
      ))}
    </Rail>
  );
}

function SampleStatus() {
  return (
    <StatusBar>
      <StatusBarText icon="wifi">Online</StatusBarText>
      <StatusBarText tone="muted">Last sync 09:41</StatusBarText>
      <StatusBarText icon="sync" tone="running">
        {format.bytesOf(209e6, 529e6)} · {format.rate(2.4e6)} · {format.timeLeft(120)}
        <Meter label="This sync" value={0.395} state="running" />
      </StatusBarText>
      <Gap />
      <StatusBarButton icon="outbox" onPress={nothing}>
        Outbox 23
      </StatusBarButton>
      <StatusBarButton icon="warn" tone="bad" onPress={nothing}>
        5 issues
      </StatusBarButton>
      <StatusBarButton icon="pause" onPress={nothing}>
        Pause
      </StatusBarButton>
    </StatusBar>
  );
}
