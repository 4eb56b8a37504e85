/** Lines for whoever looks for a fault: on stderr where `SITESYNC_LOG` is set. The diagnostics keep the last ones anyway. */
export function quietLog(env: NodeJS.ProcessEnv): (line: string) => void {
  return (env['SITESYNC_LOG'] ?? '') === ''
    ? () => undefined
    : (line) => void process.stderr.write(`${line}\n`);
}
