import { useCallback, type ReactNode } from 'react';
import { useSite } from '../../state/use-site.ts';
import { useRoute } from '../../state/route.ts';
import { useText } from '../../text/use-text.ts';
import { SkeletonRows } from '../../ui/telling/skeleton-rows.tsx';
import { SplitView } from '../../ui/layout/split-view.tsx';
import { useFileActs } from './file-acts.ts';
import { FileDetailsPanel } from './file-details.tsx';
import { EVERYTHING } from './file-filter.ts';
import { FilesOverView } from './files-over.tsx';
import { FilesTable } from './files-table.tsx';
import { FilesToolbar } from './files-toolbar.tsx';
import type { NewPath } from './moved-keys.ts';
import { NoFiles } from './no-files.tsx';
import { useCurrentFile } from './use-current-file.ts';
import { useFileList } from './use-file-list.ts';
import { useFilesOver } from './use-files-over.ts';

/** All files of a site, and the details of one beside them. */
export function FilesTab({ site }: { readonly site: string }): ReactNode {
  const t = useText();
  const { params } = useRoute();
  const list = useFileList(site);
  const current = useCurrentFile(site, params['file'] ?? null);
  const over = useFilesOver(list, current);
  const isKept = useSite(site)?.followed !== null;
  const { follow } = list;
  const { follow: followCurrent } = current;
  const onMoved = useCallback(
    (newPath: NewPath) => {
      follow(newPath);
      followCurrent(newPath);
    },
    [follow, followCurrent],
  );
  const acts = useFileActs(site, onMoved);
  const { first } = list;
  const close = (): void => current.set(null);
  return (
    <>
      {isKept && <FilesToolbar filter={list.filter} onChange={list.narrow} counts={first} />}
      <SplitView
        label={t('files.details')}
        storageKey="files"
        details={
          current.key === null ? null : (
            <FileDetailsPanel
              site={site}
              file={current.key}
              acts={acts}
              onRename={over.rename}
              onMove={over.move}
              onDelete={over.remove}
              onGone={close}
            />
          )
        }
        onCloseDetails={close}
      >
        {!isKept && first !== null ? (
          <NoFiles
            site={site}
            page={first}
            text={list.filter.text}
            onClearFilter={() => list.narrow(EVERYTHING)}
          />
        ) : first === null ? (
          <SkeletonRows label={t('ui.loading')} rows={12} />
        ) : (
          <FilesTable site={site} list={list} first={first} current={current} acts={acts} over={over} />
        )}
      </SplitView>
      <FilesOverView site={site} list={list} current={current} acts={acts} state={over} />
    </>
  );
}
