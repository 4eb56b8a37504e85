import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { COUNTED, instrument, type Counted, type Fault } from './instrument.ts';

/** To be imported before anything else: each thread of the process does so, and finds here what the first one left. */
if (isMainThread) setEnvironmentData(COUNTED, counted());
const { fault, main, workers } = getEnvironmentData(COUNTED) as Counted;
const isMeant = fault.thread === (isMainThread ? 'main' : 'workers');
await instrument(isMainThread ? main : workers, { ...fault, at: isMeant ? fault.at : 0 });

/** The fault is the last argument of the process. */
function counted(): Counted {
  const fault = JSON.parse(process.argv.at(-1) ?? '') as Fault;
  return { fault, main: counter(), workers: counter() };
}

function counter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}
