import { openMirror } from '../../../main/adapters/sqlite/mirror.ts';

/** A process that opens the mirror of the folder it is given, says so, and holds it until it is killed. */
const opened = openMirror(process.argv[2] ?? '');
if (opened.ok) opened.value.setSetting('held', 'yes');
console.log(opened.ok ? 'open' : opened.failure.code);
setInterval(() => undefined, 60_000);
