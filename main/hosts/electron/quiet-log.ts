/** Lines for whoever looks for a fault: on stderr where `SITESYNC_LOG` is set. The diagnostics keep the last ones anyway. */
export function quietLog(env: NodeJS.ProcessEnv): (line: string) => void {
  if ((env['SITESYNC_LOG'] ?? '') === '') return () => undefined;
  // Whoever read them may have gone: no reason to end.
  process.stderr.on('error', () => undefined);
  return (line) => void process.stderr.write(`${line}\n`);
}
