import { useRef, type ReactNode } from 'react';
import { useAppFact, useBridge, useDo } from '../../state/engine.tsx';
import { pickedFrom, type Dropped } from './dropped.ts';

interface Picker {
  /** Stands somewhere in the page, unseen. */
  readonly inputs: ReactNode;
  readonly pickFiles: () => void;
  readonly pickFolder: () => void;
}

/** The system's own dialogs for files and folders: main's where there is one, else the browser's. */
export function usePicker(onPicked: (source: Dropped) => void): Picker {
  const { drops } = useBridge();
  const mainHasOne = useAppFact((state) => state.host.can.chooseFolder) === true;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    const source = pickedFrom(input.files, drops);
    // The same choice once more has to count as a change.
    input.value = '';
    if (source !== null) onPicked(source);
  };
  const askMain = useDo('host.chooseFolder', (path) => {
    if (path !== null) onPicked({ kind: 'paths', paths: [path] });
  });
  return {
    pickFiles: () => files.current?.click(),
    pickFolder: () => (mainHasOne ? askMain.run({ from: null }) : folder.current?.click()),
    inputs: (
      <span hidden>
        <input
          ref={files}
          type="file"
          multiple
          data-picks="files"
          onChange={({ currentTarget }) => take(currentTarget)}
        />
        <input
          ref={folder}
          type="file"
          data-picks="folder"
          {...{ webkitdirectory: '' }}
          onChange={({ currentTarget }) => take(currentTarget)}
        />
      </span>
    ),
  };
}
