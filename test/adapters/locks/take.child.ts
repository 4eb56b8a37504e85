import { createSiteLocks } from '../../../main/adapters/locks/site-locks.ts';

/** Takes a folder and keeps it until it is killed. */
const [folder = '', folderId = '', platform = '', place = ''] = process.argv.slice(2);
const locks = createSiteLocks({
  program: 'the desktop app',
  log: (line) => process.stdout.write(`${line}\n`),
  platform: platform as NodeJS.Platform,
  place,
});
const holder = await locks.take({ folder, folderId });
process.stdout.write(holder === null ? 'taken\n' : 'held\n');
setInterval(() => undefined, 1000);
