import type { Rig } from './rig.ts';

const THEMES = ['dark', 'contrast', 'light'] as const;

/** For tests that have axe look at a screen in each theme: it takes seconds a look on a busy machine. */
export const AXE_PATIENCE = { timeout: 120_000 } as const;

/** What axe finds serious or critical on what is shown now, of its looks in every theme; each is pictured. Ends in the light one. */
export async function faultsOf(rig: Rig, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await rig.theme(theme);
    await rig.shot(`${name}-${theme}`);
    found.push(
      ...(await rig.serious(theme === 'light' ? 'all' : 'looks')).map((fault) => `${theme} ${fault}`),
    );
  }
  return found;
}
