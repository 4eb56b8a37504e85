// For a program that runs all day on Linux. Once it has freed a large block, glibc takes blocks of that size from its
// heaps, and these are given back only from their ends: after a site of 100,000 files 10 to 18 MB stayed that nothing used.
// With the two thresholds named they stay where they begin, at 128 KiB. glibc reads them when a process starts and never
// again, so the process begins anew, as itself: same number, arguments and streams. It costs 36 ms.
const STEADY = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
const isSet = Object.keys(STEADY).some((name) => process.env[name] !== undefined);

// Electron has an allocator of its own; where a process cannot begin anew, it goes on as it is.
if (process.platform === 'linux' && !isSet && process.versions.electron === undefined && process.execve)
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...STEADY,
  });
