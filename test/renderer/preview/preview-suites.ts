import { afterAll, beforeAll, describe } from 'vitest';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../rig/chromium.ts';
import { previewRig, type PreviewRig } from './preview-rig.ts';

/** The preview of these kinds of files, in one build and one browser. */
export function previewSuites(...suites: readonly ((rig: () => PreviewRig) => void)[]): void {
  describe.skipIf(CHROMIUM === null)(`the preview${WITHOUT_CHROMIUM}`, () => {
    let rig: PreviewRig;

    beforeAll(async () => {
      rig = await previewRig();
    }, 120_000);

    afterAll(async () => {
      await rig?.close();
    });

    for (const suite of suites) suite(() => rig);
  });
}
