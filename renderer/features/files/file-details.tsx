import type { ReactNode } from 'react';
import { CATEGORIES, categoryLabel, parseCategory } from '../../../shared/model/category.ts';
import { folderOf, type RelPath } from '../../../shared/model/rel-path.ts';
import { useAnswer, useAppState, useBridge, useDo } from '../../state/engine.tsx';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { format } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import './file-details.css';

const PICTURE = /^image\/(png|jpeg|webp|gif)$/;

/** Everything known of one file, and what can be done with it. */
export function FileDetailsPanel({
  site,
  file,
}: {
  readonly site: string;
  readonly file: string;
}): ReactNode {
  const t = useText();
  const can = useAppState()?.host.can;
  const { contentUrl } = useBridge();
  const details = useAnswer('files.details', { site, key: file }).data;
  const open = useDo('files.open');
  const reveal = useDo('files.reveal');
  const keep = useDo('files.keep');
  const category = useDo('files.setCategory');
  const restore = useDo('trash.restore', ({ path }) => toast(t('app.restored', { path })));
  if (details === undefined) return null;
  const { row } = details;
  const files = { keys: [row.key] };
  return (
    <section className="file-details" aria-label={row.name}>
      {row.here && PICTURE.test(details.contentType ?? '') && (
        <img src={contentUrl('file', site, row.key)} alt={row.name} />
      )}
      <h2>{row.name}</h2>
      <StatusChip status={row.status} reason={row.reason} share={row.share} />
      {row.here && (
        <div>
          {can?.openFiles === true && (
            <Button icon="external" onPress={() => open.run({ site, key: row.key })}>
              {t('app.open')}
            </Button>
          )}
          {can?.revealFiles === true && (
            <Button icon="folder" onPress={() => reveal.run({ site, key: row.key })}>
              {t('app.showInFolder')}
            </Button>
          )}
        </div>
      )}
      {details.id !== null && (
        <Switch isSelected={row.pinned ?? row.here} onChange={(on) => keep.run({ site, files, keep: on })}>
          {t('app.keepSwitch')}
        </Switch>
      )}
      <Select
        label={t('app.category')}
        value={row.category}
        onChange={(value) => category.run({ site, files, category: parseCategory(value) ?? row.category })}
        options={CATEGORIES.map(({ id }) => ({ value: id, label: categoryLabel(id) }))}
      />
      <Facts
        items={[
          { label: t('app.folder'), value: folderOf(row.path as RelPath) },
          { label: t('app.size'), value: format.bytes(row.size) },
          { label: t('app.changed'), value: format.whenLong(row.changedAt) },
          { label: t('app.by'), value: row.by ?? '–' },
          {
            label: t('app.checksum'),
            value: details.hash === null ? '–' : `${details.hash.slice(0, 8)} … ${details.hash.slice(-4)}`,
          },
        ]}
      />
      <h3>{t('app.history')}</h3>
      {details.history.length === 0 && <p>{t('app.noHistory')}</p>}
      <ul>
        {details.history.map((line) => (
          <li key={`${line.at} ${line.action}`} className="line">
            <span>{line.reason}</span>
            <span>{format.when(line.at)}</span>
          </li>
        ))}
      </ul>
      {details.trash.length > 0 && <h3>{t('app.earlier')}</h3>}
      <ul>
        {details.trash.map((entry) => (
          <li key={entry.entry} className="line">
            <span>
              {format.when(entry.trashedAt)} · {format.bytes(entry.size)}
            </span>
            <Button size="s" onPress={() => restore.run({ site, entry: entry.entry })}>
              {t('app.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
