import { Rig } from '../renderer/rig/rig.ts';

export const SITE = 'harbour';

/** The screens over one site that is kept here, with Alpha.txt, Beta.txt and Gamma.txt. */
export async function openThreeFiles(): Promise<Rig> {
  const rig = await Rig.open({
    seed: ({ store }) => {
      store.addSite({ id: SITE, name: 'Harbour House' });
      for (const name of ['Alpha.txt', 'Beta.txt', 'Gamma.txt'])
        store.addFile(SITE, { name, category: 'other', content: `text of ${name}\n` });
    },
  });
  await rig.follow(SITE);
  await rig.page.getByRole('main').waitFor();
  return rig;
}
