import { setFlagsFromString } from 'node:v8';

/** By how many per cent the heap grows before garbage is collected. */
let growth = 100;
/** Whether memory is to be given back rather than kept. */
let isSparing = false;

/**
 * For so long a program starts, ms. Node brings its own modules compiled, for a V8 with the usual flags: once it is
 * told how the heap grows, each module that is still to come is compiled anew, 125 of them in each new thread. So it
 * is told when most are there and the heap is still small.
 */
const STARTING = 1000;
let phase: 'new' | 'starting' | 'started' = 'new';

/**
 * For a program that runs all day: V8 collects sooner, and gives memory back instead of keeping what a large site
 * once took. It costs some more work of the collector.
 */
export function spareMemory(): void {
  growth = 60;
  isSparing = true;
  collectSooner();
}

/**
 * For every program of ours: what is garbage is collected once the heap has doubled. On a computer with much memory V8
 * waits for several times that; a first sync then takes a quarter more memory and is no faster. And young garbage is
 * collected by the thread that made it: there is little each time, and help costs more than it saves.
 */
export function collectSooner(): void {
  if (phase !== 'new') return tellGrowth();
  phase = 'starting';
  // Compiled code is valid with and without this one.
  setFlagsFromString('--no-parallel-scavenge');
  setTimeout(() => {
    phase = 'started';
    tellGrowth();
  }, STARTING).unref();
}

/** By how many per cent the heap grows while large files come. */
const WHILE_FILES_COME = 200;
/** How many large files are coming now. */
let coming = 0;

/**
 * To be called when a large file begins to come; call the result when it is here. V8 counts the memory for the bytes
 * of a file as part of its heap. It is young garbage, which is collected with little work. But if the heap may only
 * double, V8 looks at all of it after each 20 MB: 50 times for 1 GiB, a quarter of all the work of its download. So
 * meanwhile the heap may grow further.
 */
export function letFileCome(): () => void {
  coming += 1;
  tellGrowth();
  return () => {
    coming -= 1;
    tellGrowth();
  };
}

function tellGrowth(): void {
  if (phase !== 'started') return;
  if (isSparing) setFlagsFromString('--memory-saver-mode');
  setFlagsFromString(`--heap-growing-percent=${coming > 0 ? WHILE_FILES_COME : growth}`);
}
