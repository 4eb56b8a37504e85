import { setFlagsFromString } from 'node:v8';

/** By so many per cent the heap grows before what is garbage is collected. */
let growth = 100;

/**
 * For a program that runs all day: V8 collects sooner than otherwise, and gives memory back instead of keeping what a large
 * site took once, for some more work of the collector.
 */
export function spareMemory(): void {
  growth = 60;
  collectSooner();
  setFlagsFromString('--memory-saver-mode');
}

/**
 * For every program of ours: what is garbage is collected once the heap has doubled. On a computer with much memory V8
 * waits for several times that; a first sync then takes a quarter more memory and is no faster. And young garbage is
 * collected by the thread that made it: there is little each time, and help costs more than it saves.
 */
export function collectSooner(): void {
  setGrowth();
  setFlagsFromString('--no-parallel-scavenge');
}

/** By so many per cent while large files come. */
const WHILE_FILES_COME = 200;
/** Large files that come now. */
let coming = 0;

/**
 * V8 counts the memory in which the bytes of a file come with its heap. It is young garbage, which goes with little work;
 * but where the heap may only double, V8 looks at all of it for each 20 MB that came: 50 times for 1 GiB, a quarter of
 * all the work of its download. So the heap may grow more for as long. Returns what is to be called when the file is here.
 */
export function letFileCome(): () => void {
  coming += 1;
  setGrowth();
  return () => {
    coming -= 1;
    setGrowth();
  };
}

function setGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${coming > 0 ? WHILE_FILES_COME : growth}`);
}
