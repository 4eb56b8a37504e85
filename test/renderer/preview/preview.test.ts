import { afterAll, beforeAll, describe } from 'vitest';
import { CHROMIUM, WITHOUT_CHROMIUM } from '../ui/chromium.ts';
import { axeSuite } from './axe-suite.ts';
import { closingSuite } from './closing-suite.ts';
import { csvSuite } from './csv-suite.ts';
import { gltfSuite } from './gltf-suite.ts';
import { ifcSuite } from './ifc-suite.ts';
import { imageSuite } from './image-suite.ts';
import { pdfSuite } from './pdf-suite.ts';
import { previewRig, type PreviewRig } from './preview-rig.ts';
import { realFilesSuite } from './real-files-suite.ts';
import { textSuite } from './text-suite.ts';

/** One build and one browser for all kinds. */
describe.skipIf(CHROMIUM === null)(`the preview${WITHOUT_CHROMIUM}`, () => {
  let rig: PreviewRig;
  const given = (): PreviewRig => rig;

  beforeAll(async () => {
    rig = await previewRig();
  }, 120_000);

  afterAll(async () => {
    await rig?.close();
  });

  imageSuite(given);
  pdfSuite(given);
  csvSuite(given);
  textSuite(given);
  gltfSuite(given);
  ifcSuite(given);
  closingSuite(given);
  axeSuite(given);
  realFilesSuite(given);
});
