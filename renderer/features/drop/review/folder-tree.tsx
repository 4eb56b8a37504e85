import { useState, type ReactNode } from 'react';
import { Button, Collection, Tree, TreeItem, TreeItemContent, type Key } from 'react-aria-components';
import { useText } from '../../../text/use-text.ts';
import { format } from '../../../ui/words/format.ts';
import { Icon } from '../../../ui/icons/icons.tsx';
import { drawn } from '../../../ui/look/text-size.ts';
import { VisuallyHidden } from '../../../ui/telling/visually-hidden.tsx';
import type { FolderNode } from './review-lines.ts';

/** Stands for all folders: none of them has an empty path. */
const ALL = '';

interface FolderTreeProps {
  readonly folders: readonly FolderNode[];
  /** The number of files in all folders. */
  readonly files: number;
  /** Null: all of them. */
  readonly value: string | null;
  readonly onChange: (folder: string | null) => void;
}

/** The folders of a drop. Choosing one narrows the table to what lies in it. */
export function FolderTree({ folders, files, value, onChange }: FolderTreeProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<ReadonlySet<Key>>(
    () => new Set(folders.length < 4 ? folders.map(({ path }) => path) : []),
  );
  const top: FolderNode = { path: ALL, name: t('drop.allFolders'), files, refused: 0, folders: [] };
  return (
    <Tree
      className="folder-tree"
      aria-label={t('drop.folders')}
      items={[top, ...folders]}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={[value ?? ALL]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [ALL] : [...keys];
        onChange(key === undefined || key === ALL ? null : String(key));
      }}
      expandedKeys={open}
      onExpandedChange={setOpen}
    >
      {renderNode}
    </Tree>
  );
}

function renderNode(node: FolderNode): ReactNode & object {
  return (
    <TreeItem id={node.path} textValue={node.name} className="folder-node">
      <TreeItemContent>
        {({ hasChildItems, isExpanded, level }) => (
          <div className="folder-line" style={{ paddingInlineStart: drawn((level - 1) * 16) }}>
            {hasChildItems ? (
              <Button slot="chevron" className="folder-chevron">
                <Icon name={isExpanded ? 'chevronDown' : 'chevronRight'} size={12} />
              </Button>
            ) : (
              <span className="folder-chevron" />
            )}
            <Icon name={node.path === ALL ? 'layers' : 'folder'} className="ink-3" />
            <span className="cut grow" title={node.name}>
              {node.name}
            </span>
            <RefusedCount count={node.refused} />
            <span className="folder-count num">{format.count(node.files)}</span>
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.folders}>{renderNode}</Collection>
    </TreeItem>
  );
}

function RefusedCount({ count }: { readonly count: number }): ReactNode {
  const t = useText();
  if (count === 0) return null;
  return (
    <span className="folder-refused num">
      <Icon name="fail" size={12} />
      {format.count(count)}
      <VisuallyHidden>{t('drop.shown.refused')}</VisuallyHidden>
    </span>
  );
}
