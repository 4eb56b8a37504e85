import { hashOf } from './hash-of.ts';

/** Hashes one file at a time, off the window's thread. Answers null if the file cannot be read. */
addEventListener('message', (event: MessageEvent<Blob>) => {
  void hashOf(event.data).then(
    (hash) => postMessage(hash),
    () => postMessage(null),
  );
});
