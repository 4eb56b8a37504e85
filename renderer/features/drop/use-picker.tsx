import { useRef, type ReactNode } from 'react';
import { useAppFact, useBridge, useDo } from '../../state/engine.tsx';
import { pickedFrom, type Dropped } from './dropped.ts';

interface Picker {
  /** Hidden inputs; render them anywhere in the page. */
  readonly inputs: ReactNode;
  readonly pickFiles: () => void;
  readonly pickFolder: () => void;
}

/** The dialogs for choosing files and folders: main's if there are any, else the browser's. */
export function usePicker(onPicked: (source: Dropped) => void): Picker {
  const { drops } = useBridge();
  const mainHasOne = useAppFact((state) => state.host.can.chooseFolder) === true;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    const source = pickedFrom(input.files, drops);
    // So that choosing the same files again counts as a change.
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
