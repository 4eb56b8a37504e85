import { counted } from '../../../../shared/counted.ts';
import { failureText } from '../../../../shared/failure.ts';
import { putBack } from '../../../app/held/put-back.ts';
import { folderFaultNow } from '../../../sync/following/folder-fault.ts';
import { nameOf } from '../../../sync/following/site-name.ts';
import { takeFolder } from '../../../sync/observe/site-lock.ts';
import type { FollowedSite } from '../../../sync/ports/mirror/sites.ts';
import type { Program } from '../../compose/compose.ts';
import type { Output } from '../output/output.ts';

/**
 * `sync --undo-deletes`: takes back what the last sync held, as the window does; the sync that follows fetches and sends.
 * What it finds deleted itself is held like before.
 */
export async function undoHeld(program: Program, out: Output, sites: readonly FollowedSite[]): Promise<void> {
  const { disk, env, mirror } = program;
  let undone = 0;
  for (const site of sites) {
    const held = mirror.siteState(site.id).held;
    if (held === null) continue;
    // The sync tells what is wrong with a folder.
    if ((await folderFaultNow(program, site)) !== null) continue;
    const taken = await takeFolder(program, site);
    if (taken !== null) {
      out.alert(failureText(taken));
      continue;
    }
    await putBack({ disk, env, mirror, session: () => null }, site, held.files);
    mirror.setHeld(site.id, null);
    undone += held.count;
    out.say(`${nameOf(program, site)}: ${counted(held.count, 'delete')} taken back.`);
  }
  if (undone === 0) out.say('No delete was held that could be taken back.');
}
