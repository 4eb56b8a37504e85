/**
 * What any other program inherits: all but the token, which is for us alone (a browser or a viewer would hand it on to
 * whatever it starts), the folder where Node keeps our compiled code, which theirs would go into too, and what
 * steady-malloc.mjs sets for a program like ours.
 */
export function othersEnvironment(): NodeJS.ProcessEnv {
  const {
    SITESYNC_TOKEN: _token,
    NODE_COMPILE_CACHE: _cache,
    MALLOC_MMAP_THRESHOLD_: _mmap,
    MALLOC_TRIM_THRESHOLD_: _trim,
    ...rest
  } = process.env;
  return rest;
}
