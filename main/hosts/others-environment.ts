/** What programs of others inherit: all but the folder where Node keeps our compiled code, which theirs would go into too. */
export function othersEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: _ours, ...rest } = process.env;
  return rest;
}
