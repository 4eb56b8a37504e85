import { hashOf } from './hash-of.ts';

/** Reads one file at a time, beside the window's own thread. Answers null where the file cannot be read. */
addEventListener('message', (event: MessageEvent<Blob>) => {
  void hashOf(event.data).then(
    (hash) => postMessage(hash),
    () => postMessage(null),
  );
});
