import type { ReactNode } from 'react';
import type { FileDetails } from '../../../shared/ipc/files.ts';
import { useText } from '../../text/use-text.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { format } from '../../ui/words/format.ts';
import { actionIcon } from '../../ui/icons/action-icon.ts';
import { Icon } from '../../ui/icons/icons.tsx';
import type { FileActs } from './file-acts.ts';

interface FileHistoryProps {
  readonly details: FileDetails;
  readonly acts: FileActs;
}

/** What was done with the file on this computer, and its earlier versions, which can be restored. */
export function FileHistory({ details, acts }: FileHistoryProps): ReactNode {
  const t = useText();
  const { history, trash } = details;
  return (
    <>
      {trash.length > 0 && (
        <div className="file-part">
          <h3>{t('files.earlier')}</h3>
          <p className="t-small ink-2">{t('files.earlierWhy')}</p>
          <ul className="file-lines num">
            {trash.map(({ entry, size, trashedAt, why }) => (
              <li key={entry}>
                <Icon name="trash" className="ink-3" />
                <span className="grow">
                  {format.whenLong(trashedAt)} · {format.bytes(size)}
                  {why !== null && <span className="file-line-why ink-2">{why}</span>}
                </span>
                <Button size="s" onPress={() => acts.restore(entry)}>
                  {t('files.restore')}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="file-part">
        <h3>{t('files.history')}</h3>
        {history.length === 0 && <p className="t-small ink-2">{t('files.noHistory')}</p>}
        <ul className="file-lines num">
          {history.map((line, index) => (
            // Two lines may be equal; their order never changes.
            <li key={`${line.at} ${history.length - index}`}>
              <Icon name={actionIcon(line.action)} className="ink-3" />
              <span className="grow">
                {line.done} · {line.why}
              </span>
              <time
                className="ink-3"
                dateTime={new Date(line.at).toISOString()}
                title={format.dateTime(line.at)}
              >
                {format.when(line.at)}
              </time>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
