import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { ASKED, DONE, ENDED, STOP, type LogWork } from './log-thread.ts';

/** Not asked for so long it ends, ms. */
const IDLE = 2000;

const { file, state } = workerData as LogWork;

try {
  takeLogs();
} finally {
  Atomics.store(state, ENDED, 1);
  Atomics.notify(state, ENDED);
}

function takeLogs(): void {
  const db = new Database(file, { fileMustExist: true });
  try {
    // As the connection that writes: what is taken out of the log is in the file after a power cut.
    db.pragma('synchronous = NORMAL');
    db.pragma('fullfsync = ON');
    for (let done = 0; ;) {
      const asked = Atomics.load(state, ASKED);
      if (asked === STOP) return;
      if (asked === done) {
        if (Atomics.wait(state, ASKED, done, IDLE) === 'timed-out') return;
        continue;
      }
      // It waits for nobody and nobody for it: one may go on writing to the log meanwhile.
      db.pragma('wal_checkpoint(PASSIVE)');
      Atomics.store(state, DONE, asked);
      done = asked;
      parentPort?.postMessage(null);
    }
  } finally {
    db.close();
  }
}
