import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { ASKED, DONE, ENDED, STOP, type LogWork } from './log-thread.ts';

/** It ends after this long without work, ms. */
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
    // As the writing connection has it: what was moved out of the log must survive a power cut.
    db.pragma('synchronous = NORMAL');
    db.pragma('fullfsync = ON');
    for (let done = 0; ;) {
      const asked = Atomics.load(state, ASKED);
      if (asked === STOP) return;
      if (asked === done) {
        if (Atomics.wait(state, ASKED, done, IDLE) === 'timed-out') return;
        continue;
      }
      // PASSIVE waits for nobody and holds nobody up: others may go on writing to the log.
      db.pragma('wal_checkpoint(PASSIVE)');
      Atomics.store(state, DONE, asked);
      done = asked;
      parentPort?.postMessage(null);
    }
  } finally {
    db.close();
  }
}
