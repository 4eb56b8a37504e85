import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Loaded before a program: notes in kibibytes the largest resident set that its process ever had. */
const file = process.env['SITESYNC_TEST_PEAK'];
if (file !== undefined && isMainThread)
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
