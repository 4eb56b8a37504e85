import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Rig } from './rig.ts';

/** Of the site that `withUnsentFiles` keeps. */
export const UNSENT_SITE = 'harbour';

/**
 * The list of files of a site with one plan, in whose folder `Other` these were written without a network, by their names:
 * nothing of them is on the service yet.
 */
export async function withUnsentFiles(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly rig: Rig; readonly folder: string }> {
  const rig = await Rig.open({
    seed: ({ store }) => {
      store.addSite({ id: UNSENT_SITE, name: 'Harbour House' });
      store.addFile(UNSENT_SITE, { name: 'plan.txt', category: 'other', content: 'a plan\n' });
    },
  });
  const folder = await rig.follow(UNSENT_SITE);
  await rig.cutOff();
  await mkdir(join(folder, 'Other'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'Other', name), text);
  await rig.goTo(`site/${UNSENT_SITE}/files`);
  for (const name of Object.keys(files)) await rig.page.getByRole('row', { name }).waitFor();
  return { rig, folder };
}
