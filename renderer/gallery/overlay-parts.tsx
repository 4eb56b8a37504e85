import { useState } from 'react';
import { Button, IconButton } from '../ui/inputs/button.tsx';
import { CommandPalette } from '../ui/overlays/command-palette.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { FilterChips } from '../ui/inputs/filter-chips.tsx';
import { Gap } from '../ui/layout/page-head.tsx';
import { announce } from '../ui/telling/live-region.tsx';
import { MenuButton } from '../ui/inputs/menu.tsx';
import { Popover } from '../ui/overlays/popover.tsx';
import { SearchField } from '../ui/inputs/search-field.tsx';
import { Sheet } from '../ui/overlays/sheet.tsx';
import { Switch } from '../ui/inputs/switch.tsx';
import { Tabs } from '../ui/inputs/tabs.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import { Part } from './part.tsx';

const nothing = (): void => undefined;

/** What opens over the page. */
export function OverlayParts() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'palette' | null>(null);
  const [on, setOn] = useState(true);
  const close = (): void => setOpen(null);
  return (
    <>
      <Part title="Over the page" columns={2}>
        <div className="gallery-wrap">
          <Button onPress={() => setOpen('dialog')}>Open the dialog</Button>
          <Button onPress={() => setOpen('sheet')}>Open the sheet</Button>
          <Button onPress={() => setOpen('palette')}>Open the palette</Button>
          <MenuButton
            trigger={<IconButton icon="more" label="More" variant="plain" />}
            label="More"
            items={MENU}
          />
          <Popover label="Columns" trigger={<Button menu>Columns</Button>}>
            <Switch isSelected={on} onChange={setOn}>
              Category
            </Switch>
          </Popover>
          <Button
            onPress={() => {
              toast('3 files moved to trash', { action: { label: 'Undo', onAction: nothing } });
              announce('3 files moved to trash');
            }}
          >
            Show a toast
          </Button>
        </div>
      </Part>
      <TabsPart />
      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        title="Leave this site online only?"
        actions={
          <>
            <Button onPress={close} autoFocus>
              Keep it here
            </Button>
            <Button variant="danger" onPress={close}>
              Free 12.6 GB
            </Button>
          </>
        }
      >
        <p>1,258 files go from this computer. All of them are on the service.</p>
      </Dialog>
      <SampleSheet isOpen={open === 'sheet'} onClose={close} />
      <SamplePalette isOpen={open === 'palette'} onClose={close} />
    </>
  );
}

const MENU = [
  { id: 'open', label: 'Open', icon: 'external', keys: 'Enter', onAction: nothing },
  { id: 'folder', label: 'Show in folder', icon: 'folder', onAction: nothing },
  'line',
  { heading: 'On this computer' },
  { id: 'keep', label: 'Keep offline', icon: 'laptopCheck', onAction: nothing },
  { id: 'delete', label: 'Delete', icon: 'trash', danger: true, onAction: nothing },
] as const;

function TabsPart() {
  const [tab, setTab] = useState<'overview' | 'files' | 'models'>('files');
  return (
    <Part title="Tabs">
      <Tabs
        label="Rijnhaven Tower"
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'overview', label: 'Overview' },
          { id: 'files', label: 'Files', count: 1284 },
          { id: 'models', label: 'Models', count: 3 },
        ]}
      >
        <p className="gallery-pad">What the tab “{tab}” shows</p>
      </Tabs>
    </Part>
  );
}

interface OpenProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function SampleSheet({ isOpen, onClose }: OpenProps) {
  const [chip, setChip] = useState<'all' | 'add'>('all');
  const [query, setQuery] = useState('');
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title="Add to Rijnhaven Tower"
      subtitle="214 files in “Commissioning 2026-11”, 1.42 GB in 10 folders. Nothing is copied until you add it."
      filters={
        <>
          <FilterChips
            label="Show"
            value={chip}
            onChange={setChip}
            options={[
              { value: 'all', label: 'All', count: 214 },
              { value: 'add', label: 'To add', icon: 'plus', count: 196 },
            ]}
          />
          <Gap />
          <SearchField label="Filter" value={query} onChange={setQuery} width={160} />
        </>
      }
      summary="1.31 GB, about 9 min to upload. Offline? It waits in the outbox."
      actions={
        <>
          <Button size="l" onPress={onClose}>
            Cancel
          </Button>
          <Button size="l" variant="primary" onPress={onClose}>
            Add 196 files
          </Button>
        </>
      }
    >
      <p className="gallery-sample-sheet">The work area</p>
    </Sheet>
  );
}

const PLACES = ['Alameda Library', 'Fjellveien Apartments', 'Rijnhaven Tower', 'Ørestad Hospital North'];

function SamplePalette({ isOpen, onClose }: OpenProps) {
  const [query, setQuery] = useState('');
  const fits = (label: string): boolean => label.toLowerCase().includes(query.toLowerCase());
  const sites = PLACES.filter(fits).map((label) => ({
    id: `site-${label}`,
    label,
    icon: 'sites' as const,
    detail: 'Site',
    onAction: nothing,
  }));
  const commands = [
    { id: 'sync', label: 'Sync now', icon: 'sync' as const, keys: 'F5', onAction: nothing },
    { id: 'add', label: 'Add files', icon: 'plus' as const, keys: 'Ctrl+O', onAction: nothing },
  ].filter(({ label }) => fits(label));
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={onClose}
      query={query}
      onQueryChange={setQuery}
      placeholder="Go to a site, file or point"
      empty="Nothing is called that."
      sections={[
        { id: 'sites', title: 'Sites', items: sites },
        { id: 'commands', title: 'Commands', items: commands },
      ]}
    />
  );
}
