import { useState } from 'react';
import { Button, IconButton, LinkButton, TextLink } from '../ui/inputs/button.tsx';
import { Checkbox } from '../ui/inputs/checkbox.tsx';
import { FilterChips } from '../ui/inputs/filter-chips.tsx';
import { NumberField } from '../ui/inputs/number-field.tsx';
import { RadioCards } from '../ui/inputs/radio-cards.tsx';
import { SearchField } from '../ui/inputs/search-field.tsx';
import { SegmentedControl } from '../ui/inputs/segmented.tsx';
import { Select } from '../ui/inputs/select.tsx';
import { Switch } from '../ui/inputs/switch.tsx';
import { TextField } from '../ui/inputs/text-field.tsx';
import { Part } from './part.tsx';

const CATEGORY_OPTIONS = [
  { value: 'spec', label: 'Spec Sheet', detail: '612 files' },
  { value: 'bim', label: 'BIM Source File', detail: '24 files' },
  { value: 'other', label: 'Other' },
] as const;

/** Buttons, choices and fields. */
export function FieldParts() {
  return (
    <>
      <ButtonPart />
      <ChoicePart />
      <TextPart />
      <PickPart />
    </>
  );
}

function ButtonPart() {
  return (
    <Part title="Buttons: one primary on a screen">
      <div className="gallery-wrap">
        <Button variant="primary">Add 196 files</Button>
        <Button icon="plus">Add files</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger">Delete 37…</Button>
        <Button isDisabled>Paused</Button>
        <Button isPending>Checking</Button>
        <Button size="s" icon="sort" menu>
          Largest first
        </Button>
        <Button size="l">Back</Button>
        <IconButton icon="more" label="More" variant="plain" />
        <IconButton icon="sync" label="Sync now" keys="F5" />
        <LinkButton>Undo</LinkButton>
        <TextLink href="#/proxy">Network needs a proxy?</TextLink>
      </div>
    </Part>
  );
}

function ChoicePart() {
  const [on, setOn] = useState(true);
  const [zone, setZone] = useState<'site' | 'utc'>('site');
  const [view, setView] = useState<'cards' | 'table'>('cards');
  return (
    <Part title="Choices">
      <div className="gallery-wrap">
        <Checkbox label="Kept" isSelected={on} onChange={setOn} />
        <Checkbox label="Partly kept" isSelected={false} isIndeterminate onChange={setOn} />
        <Checkbox isSelected={!on} onChange={(off) => setOn(!off)}>
          Same for the other conflict
        </Checkbox>
        <Checkbox isSelected isDisabled onChange={setOn}>
          Always
        </Checkbox>
        <SegmentedControl
          label="Zone"
          value={zone}
          onChange={setZone}
          options={[
            { value: 'site', label: 'Site, CET' },
            { value: 'utc', label: 'UTC' },
          ]}
        />
        <SegmentedControl
          label="View"
          value={view}
          onChange={setView}
          options={[
            { value: 'cards', label: 'Cards', icon: 'cards', iconOnly: true },
            { value: 'table', label: 'Table', icon: 'table', iconOnly: true },
          ]}
        />
      </div>
      <Switch isSelected={on} onChange={setOn}>
        Keep on this computer
      </Switch>
      <Switch
        isSelected={!on}
        onChange={(off) => setOn(!off)}
        hint="Not on connections that are paid by size"
      >
        Sync on any network
      </Switch>
    </Part>
  );
}

function TextPart() {
  const [address, setAddress] = useState('https://api.sitedata.example');
  const [token, setToken] = useState('sd_live_0123456789');
  const [patterns, setPatterns] = useState('*.bak\nDrafts/');
  return (
    <Part title="Fields">
      <TextField
        label="Service address"
        icon="globe"
        size="l"
        value={address}
        onChange={setAddress}
        good="Found, answers in 84 ms over a secure connection"
      />
      <TextField
        label="Access token"
        type="password"
        icon="key"
        size="l"
        reveal
        value={token}
        onChange={setToken}
        error="The service refused this token. Ask for a new one."
      />
      <TextField
        label="Ignore patterns"
        multiline={2}
        mono
        value={patterns}
        onChange={setPatterns}
        hint="One a line, as in .gitignore"
      />
    </Part>
  );
}

function PickPart() {
  const [query, setQuery] = useState('');
  const [category, setCategory] = useState<'spec' | 'bim' | 'other'>('spec');
  const [limit, setLimit] = useState(5);
  const [chip, setChip] = useState<'all' | 'issues' | 'syncing'>('all');
  const [choice, setChoice] = useState<'both' | 'mine' | 'theirs'>('both');
  return (
    <Part title="Search, pick, decide" columns={3}>
      <div className="gallery-wrap">
        <SearchField label="Filter files" value={query} onChange={setQuery} keys="Ctrl+F" width={208} />
        <Select
          label="Status"
          look="button"
          icon="filter"
          prefix="Status: "
          value={category}
          onChange={setCategory}
          options={CATEGORY_OPTIONS}
        />
        <Select
          label="Category"
          look="inline"
          value={category}
          onChange={setCategory}
          options={CATEGORY_OPTIONS}
        />
        <FilterChips
          label="Show"
          value={chip}
          onChange={setChip}
          options={[
            { value: 'all', label: 'All', count: 12 },
            { value: 'issues', label: 'With issues', icon: 'warn', count: 2 },
            { value: 'syncing', label: 'Syncing', icon: 'sync', count: 3 },
          ]}
        />
      </div>
      <div className="gallery-wrap">
        <Select label="Category" value={category} onChange={setCategory} options={CATEGORY_OPTIONS} />
        <NumberField
          label="Upload at most"
          value={limit}
          onChange={setLimit}
          min={0}
          max={1000}
          unit="MB/s"
        />
      </div>
      <RadioCards
        label="Which version is kept"
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'both', title: 'Keep both', detail: 'Two files, on both sides. Nothing is lost.' },
          { value: 'mine', title: 'Keep mine', detail: 'Theirs goes to trash for 30 days.' },
          { value: 'theirs', title: 'Keep theirs', detail: 'Mine goes to trash for 30 days.' },
        ]}
      />
    </Part>
  );
}
