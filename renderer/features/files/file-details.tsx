import type { ReactNode } from 'react';
import { failureText } from '../../../shared/failure.ts';
import type { FileDetails, FileRow, FileSelection } from '../../../shared/ipc/files.ts';
import type { Outbox } from '../../../shared/ipc/outbox.ts';
import { useAnswer } from '../../state/engine.tsx';
import { go } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/telling/empty-state.tsx';
import { MenuButton } from '../../ui/inputs/menu.tsx';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { WholeName } from '../../ui/words/whole-name.tsx';
import { FileReview } from '../health/file-review.tsx';
import { issueTarget } from '../../state/issue-target.ts';
import { deleteEntry, moveEntry, type FileActs } from './file-acts.ts';
import { FileFacts } from './file-facts.tsx';
import { LiveStatus } from './live-status.tsx';
import { FileHistory } from './file-history.tsx';
import { DetailsPreview } from './quick-look.tsx';
import './file-details.css';

interface FileDetailsProps {
  readonly site: string;
  readonly file: string;
  readonly acts: FileActs;
  readonly onRename: (row: FileRow) => void;
  readonly onMove: (files: FileSelection) => void;
  readonly onDelete: (files: FileSelection) => void;
  readonly onGone: () => void;
}

/** Everything known of one file, and what can be done with it. */
export function FileDetailsPanel(props: FileDetailsProps): ReactNode {
  const { site, file, acts, onGone } = props;
  const t = useText();
  const { data: details, error } = useAnswer('files.details', { site, key: file });
  if (error !== null)
    return (
      <EmptyState
        icon="doc"
        title={t('files.gone')}
        action={<Button onPress={onGone}>{t('ui.close')}</Button>}
      >
        {t('files.goneWhy')}
      </EmptyState>
    );
  if (details === undefined) return <SkeletonRows label={t('ui.loading')} rows={6} />;
  const { row } = details;
  return (
    <section className="file-details" aria-label={row.name}>
      <DetailsPreview site={site} file={row.key} />
      <header>
        <h2>
          <WholeName name={row.name} />
        </h2>
        <LiveStatus site={site} row={row} />
      </header>
      <OtherName details={details} />
      {row.status === 'failed' && <Problem site={site} file={row.key} />}
      <Acts {...props} details={details} />
      <Keeping details={details} acts={acts} />
      <div className="file-part">
        <FileFacts details={details} acts={acts} />
      </div>
      <FileHistory details={details} acts={acts} />
    </section>
  );
}

/** Why it is not called here as on the service. */
function OtherName({ details: { otherName } }: { readonly details: FileDetails }): ReactNode {
  const t = useText();
  if (otherName === null) return null;
  return <p className="t-small ink-2">{t(`files.otherName.${otherName.why}`, { name: otherName.there })}</p>;
}

/** Why it failed, and what to do, in whole sentences. */
function Problem({ site, file }: { readonly site: string; readonly file: string }): ReactNode {
  const issues = useAnswer('outbox.get', { site }).data?.issues ?? [];
  const issue = issues.find(({ key }) => key === file);
  if (issue === undefined) return null;
  return <p className="t-small ink-2">{failureText(issue)}</p>;
}

/** A link to where a person decides about it, or has it tried again. */
function ToOutbox({ site, row }: { readonly site: string; readonly row: FileRow }): ReactNode {
  const t = useText();
  const { key, status } = row;
  const needsYou = status === 'conflict' || status === 'failed';
  const outbox = useAnswer('outbox.get', { site }, { enabled: needsYou }).data;
  if (!needsYou || outbox === undefined || !isInOutbox(outbox, key)) return null;
  return (
    <Button
      size="s"
      icon={status === 'conflict' ? 'conflict' : 'outbox'}
      onPress={() => go(issueTarget(site, key))}
    >
      {t(status === 'conflict' ? 'files.decide' : 'files.toOutbox')}
    </Button>
  );
}

function isInOutbox({ conflicts, issues }: Outbox, file: string): boolean {
  return (
    issues.some(({ key }) => key === file) ||
    conflicts.some(({ mine, theirs }) => mine.key === file || theirs?.key === file)
  );
}

function Acts({
  site,
  details,
  acts,
  onRename,
  onMove,
  onDelete,
}: FileDetailsProps & { readonly details: FileDetails }): ReactNode {
  const t = useText();
  const { row } = details;
  // A browser cannot open files: there the path is the way to one, and gets a button instead of a line in the menu.
  const byPath = row.here && !acts.canOpen && !acts.canReveal;
  const copy = (): void => acts.copy(details.absolute ?? row.path);
  const files = { keys: [row.key] };
  return (
    <div className="file-acts">
      <FileReview site={site} row={row} />
      <ToOutbox site={site} row={row} />
      {row.here && acts.canOpen && (
        <Button size="s" icon="external" onPress={() => acts.open(row.key)}>
          {t('files.open')}
        </Button>
      )}
      {row.here && acts.canReveal && (
        <Button size="s" icon="folder" onPress={() => acts.reveal(row.key)}>
          {t('files.reveal')}
        </Button>
      )}
      {byPath && (
        <Button size="s" icon="copy" onPress={copy}>
          {t('files.copyPath')}
        </Button>
      )}
      <MenuButton
        label={t('files.menuOf', { name: row.name })}
        trigger={<IconButton size="s" icon="more" variant="plain" label={t('ui.more')} />}
        items={[
          {
            id: 'rename',
            label: t('files.rename'),
            icon: 'edit',
            keys: 'F2',
            onAction: () => onRename(row),
          },
          moveEntry(files, onMove, t),
          ...(byPath
            ? []
            : [{ id: 'copy', label: t('files.copyPath'), icon: 'copy' as const, onAction: copy }]),
          'line',
          deleteEntry(files, onDelete, t),
        ]}
      />
    </div>
  );
}

/** The person's choice for this file alone, and a way back to that for its category. */
function Keeping({ details, acts }: { readonly details: FileDetails; readonly acts: FileActs }): ReactNode {
  const t = useText();
  const { row } = details;
  if (details.id === null) return <p className="t-small ink-2">{t('files.notSent')}</p>;
  // A choice to keep a copy is older than the delete, and would look like a choice against it.
  if (details.isDeletedHere) return null;
  const files = { keys: [row.key] };
  return (
    <div className="file-keeping">
      <Switch isSelected={details.wanted} onChange={(on) => acts.keep(files, on)}>
        {t('files.keepSwitch')}
      </Switch>
      {row.pinned !== null && (
        <p className="t-small ink-2">
          {t('files.keepPinned')}{' '}
          <button type="button" className="link-button" onClick={() => acts.keep(files, null)}>
            {t('files.asCategory')}
          </button>
        </p>
      )}
    </div>
  );
}
